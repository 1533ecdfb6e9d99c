// The library that packs what pages carry.
#include <zlib.h>
