#include "regions.h"

#include <stddef.h>

// A closure that does not escape is a function and its context. A pointer to one, which is all that
// C could get otherwise, would need a copy of it in memory that is allocated for each phase.
#define SWIFT __attribute__((swiftcall))
typedef SWIFT void (*swift_work)(__attribute__((swift_context)) void *context);

// A call in the last place would become a jump, and its function would be missing in stacks.
#define REGION(name)                                                                               \
  __attribute__((noinline)) SWIFT void name(swift_work work, void *context) {                      \
    work(context);                                                                                 \
    __asm__ volatile("" ::: "memory");                                                             \
  }

REGION(mapreplay_session)
#define PHASE_REGIONS(name) REGION(mapreplay_phase_##name) REGION(mapreplay_within_##name)
MAPREPLAY_PHASES(PHASE_REGIONS)

typedef struct {
  const char *name;
  SWIFT void (*phase)(swift_work, void *);
  SWIFT void (*within)(swift_work, void *);
} region;

#define ROW(name) {#name, mapreplay_phase_##name, mapreplay_within_##name},
static const region regions[] = {MAPREPLAY_PHASES(ROW)};
static const int region_count = sizeof(regions) / sizeof(regions[0]);

typedef struct {
  int phase;
  swift_work work;
  void *context;
} inner_phase;

static SWIFT void mapreplay_within_other(__attribute__((swift_context)) void *context) {
  const inner_phase *inner = context;
  regions[inner->phase].phase(inner->work, inner->context);
}

SWIFT void mapreplay_phase(int phase, int outer, swift_work work, void *context) {
  if (outer < 0) {
    regions[phase].phase(work, context);
    return;
  }
  inner_phase inner = {phase, work, context};
  regions[outer].within(mapreplay_within_other, &inner);
}

const char *mapreplay_name_of_phase(int phase) {
  return phase >= 0 && phase < region_count ? regions[phase].name : NULL;
}

SWIFT void mapreplay_at_page(swift_work work, void *context) {
  const uintptr_t page = 4096;
  uintptr_t beyond = (uintptr_t)__builtin_frame_address(0) % page;
  char *gap = __builtin_alloca(beyond + page);
  work(context);
  // The gap is in use until here.
  __asm__ volatile("" ::"r"(gap) : "memory");
}

// How a program speaks to valgrind: a sequence of instructions that does nothing by itself, with
// the address of six words in a register; the answer comes in another.
static unsigned long request(unsigned long number, unsigned long argument) {
  volatile unsigned long words[6] = {number, argument, 0, 0, 0, 0};
  unsigned long answer = 0;
#if defined(__x86_64__)
  __asm__ volatile(
      "rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(answer)
      : "a"(words)
      : "cc", "memory");
#elif defined(__aarch64__)
  register volatile unsigned long *place __asm__("x4") = words;
  register unsigned long result __asm__("x3") = answer;
  __asm__ volatile(
      "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      : "+r"(result)
      : "r"(place)
      : "cc", "memory");
  answer = result;
#else
  (void)words;
#endif
  return answer;
}

enum {
  running_on_valgrind = 0x1001,
  // The requests of callgrind begin with its letters, C and T.
  dump_at = 0x43540003,
  start_instrumentation = 0x43540004,
  stop_instrumentation = 0x43540005,
};

int mapreplay_is_under_valgrind(void) { return request(running_on_valgrind, 0) != 0; }
void mapreplay_callgrind_start(void) { request(start_instrumentation, 0); }
void mapreplay_callgrind_stop(void) { request(stop_instrumentation, 0); }

void mapreplay_callgrind_dump(const char *name) { request(dump_at, (unsigned long)name); }
