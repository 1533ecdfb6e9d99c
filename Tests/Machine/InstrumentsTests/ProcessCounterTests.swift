import Glibc
import Instruments
import Testing

@Suite("Counters of the kernel")
struct ProcessCounterTests {
  private static let errors: [(error: Int32, words: String)] = [
    (
      EACCES,
      "the kernel lets programs count nothing (kernel.perf_event_paranoid is 4): sysctl "
        + "kernel.perf_event_paranoid=2 permits it"
    ),
    (
      EPERM,
      "perf_event_open is forbidden here, as in a container: --cap-add PERFMON permits it"
    ),
    (ENOENT, "the processor shows no counter of instructions, as on most virtual machines"),
    (EOPNOTSUPP, "the processor's counter cannot count a program without the kernel"),
    (EMFILE, "perf_event_open ends with error 24"),
  ]

  @Test(arguments: errors)
  func `each refusal has its own sentence`(error: Int32, words: String) {
    #expect(ProcessCounter.Unavailable(error: error, level: "4").description == words)
  }

  /// Whether the kernel counts at all: this file is how it says so.
  private static let isKernelCounting =
    unsafe access("/proc/sys/kernel/perf_event_paranoid", F_OK) == 0

  @Test
  func `counts on, or says why it cannot`() {
    for event in [ProcessCounter.Event.taskTime, .instructions] {
      do throws(ProcessCounter.Unavailable) {
        let counter = try ProcessCounter(event)
        let first = counter.read()
        var sum: UInt64 = 0
        for number in 0..<UInt64(1_000_000) { sum = (sum ^ number) &* 3 }
        let second = counter.read()
        #expect(sum != 1)
        guard let first, let second else {
          Issue.record("a running counter shows something")
          continue
        }
        #expect(second.value > first.value)
        #expect(second.enabled > first.enabled)
      } catch {
        switch error {
        case .forbiddenByKernel, .forbiddenHere: break
        case .missing, .unsupported:
          // Time is counted by the kernel alone.
          #expect(event == .instructions || !ProcessCounterTests.isKernelCounting, "\(error)")
        case .failed: Issue.record("\(error)")
        }
      }
    }
  }

  @Test
  func `a counter that did not run all the time gives an estimate`() {
    #expect(ProcessCounter.Reading(value: 1, enabled: 10, running: 9).isEstimate)
    #expect(!ProcessCounter.Reading(value: 1, enabled: 10, running: 10).isEstimate)
    // What was counted in a third of the time stands for all of it.
    let before = ProcessCounter.Reading(value: 1_000, enabled: 100, running: 90)
    for (value, enabled, running, count) in [
      (1_300, 400, 190, 900), (1_300, 400, 390, 300), (1_000, 400, 90, 0), (1_000, 100, 90, 0),
    ] as [(Int64, Int64, Int64, Int64)] {
      let now = ProcessCounter.Reading(value: value, enabled: enabled, running: running)
      #expect(now.count(since: before) == count)
    }
  }

  @Test
  func `knows the machine`() {
    #expect(Machine.kernel?.hasPrefix("Linux ") == true)
    #expect(Machine.library.hasPrefix("glibc 2."))
    #expect(Machine.cCompiler.lowercased().hasPrefix("clang "))
    #expect(!Machine.cCompiler.contains("https"))
    #expect(!Machine.cores.isEmpty)
    #expect(Machine.processID == getpid())
    #expect(Machine.instructionSets == Machine.instructionSets.sorted())
  }
}
