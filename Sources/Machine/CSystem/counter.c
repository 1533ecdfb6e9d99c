#include "process.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int mapreplay_open_counter(int counts_instructions) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof(event));
  event.size = sizeof(event);
  event.type = counts_instructions ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE;
  event.config = counts_instructions ? PERF_COUNT_HW_INSTRUCTIONS : PERF_COUNT_SW_TASK_CLOCK;
  event.disabled = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long file = syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return file >= 0 ? (int)file : -errno;
}

int mapreplay_start_counter(int file) { return ioctl(file, PERF_EVENT_IOC_ENABLE, 0); }
