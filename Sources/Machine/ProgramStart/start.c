// A target that only the program links, as a host of the library has limits of its own.
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// The program and a small session have room in so many mebibytes.
static const rlim_t least = 256;

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void say_number(rlim_t number) {
  char digits[24];
  char *place = digits + sizeof(digits) - 1;
  *place = 0;
  do {
    *--place = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  say(place);
}

// Ends with a sentence where the address space is too small: the allocator, and the Swift runtime,
// would end by a signal and without a word before the program begins.
static void heed_address_space(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  rlim_t given = limit.rlim_cur >> 20;
  if (given >= least) return;
  say("error: the address space is limited to ");
  say_number(given);
  say(" MiB, and mapreplay needs at least ");
  say_number(least);
  say(" MiB\nhelp: give it more: ulimit -v unlimited\n");
  _exit(69);
}

// What is listed here runs before all that libraries do when they are loaded.
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) =
    heed_address_space;
