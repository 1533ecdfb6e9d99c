// How the program wants its memory.
#ifndef MAPREPLAY_ALLOCATOR_OPTIONS_H
#define MAPREPLAY_ALLOCATOR_OPTIONS_H

// The options that jemalloc reads before the program begins; MALLOC_CONF comes after them and can
// change them.
const char *mapreplay_allocator_options(void);

#endif
