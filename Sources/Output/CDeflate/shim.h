// The library that packs what pages carry.
#include <libdeflate.h>
