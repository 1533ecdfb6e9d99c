#include "options.h"

// Large arrays on huge pages where the system gives them: an index of a million points is built on
// ten thousand small pages, and the system takes as long to hand those out as the index to be built.
// jemalloc looks for a symbol of this name; Swift cannot define one.
const char *malloc_conf = "thp:always";

const char *mapreplay_allocator_options(void) { return malloc_conf; }
