// The allocator's own interface; linking it lets every malloc of the program go through it.
#include <jemalloc/jemalloc.h>
