// Only the program links this target. An app that links the library sets its own limits.
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// The least address space for the program and a small session, in MiB.
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

// Ends with a sentence if the address space is too small. Otherwise the allocator or the Swift
// runtime would crash before `main`.
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

// The system calls the functions in this section before the initializers of any library.
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) =
    heed_address_space;
