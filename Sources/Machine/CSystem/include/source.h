// From which sources the program was built.
#ifndef MAPREPLAY_SOURCE_H
#define MAPREPLAY_SOURCE_H

// Their digest, the commit and whether they differ from it, as .ci/sources prints them; empty in a
// program that was built without being told.
const char *mapreplay_source(void);

#endif
