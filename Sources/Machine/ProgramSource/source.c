// A target that only the program links, and no other imports: another source compiles these lines
// again, and nothing else.
const char *mapreplay_source(void);

const char *mapreplay_source(void) { return MAPREPLAY_SOURCE; }
