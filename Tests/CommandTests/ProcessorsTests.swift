import Testing

@testable import scrim

struct ProcessorsTests {
  @Test func `a container's quota is rounded up to whole processors`() {
    #expect(processorQuota("150000 100000\n") == 2)
    #expect(processorQuota("50000 100000\n") == 1)
    #expect(processorQuota("max 100000\n") == nil)
    #expect(processorQuota("") == nil)
  }

  @Test func `the kernel's list of processors is counted`() {
    #expect(processorCount("\t0-3,8\n") == 5)
    #expect(processorCount("0") == 1)
    #expect(processorCount("x-y") == 0)
    #expect(processorCount("") == 0)
  }

  @Test func `this machine has at least one processor`() {
    #expect(availableProcessors() >= 1)
  }
}
