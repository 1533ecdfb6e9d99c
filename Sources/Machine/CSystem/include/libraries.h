// The libraries of the system that the program needs: its allocator, which every malloc goes through
// once it is linked, and what packs the data of pages.
#include <jemalloc/jemalloc.h>
#include <libdeflate.h>
