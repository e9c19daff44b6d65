import Foundation
import ScrimTestSupport
import Testing

/// Guarantee 6 against recordings that nobody thought of: whatever moves, however late or seldom the trees are, no secret
/// pixel comes out.
///
/// `./dev fuzz timing --count N --seed S` makes other recordings, and more of them.
struct TimingTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SCRIM_TIMING_SEED"].flatMap(UInt64.init) ?? 1
  private static let count = environment["SCRIM_TIMING_COUNT"].flatMap(UInt64.init) ?? 24

  @Test func `no secret pixel comes out, whatever moves and however late the trees are`() throws {
    var hidden: [Motion: Int] = [:], secret: [Motion: Int] = [:], covered = 0, frames = 0, leaky = 0
    for seed in Self.first..<Self.first + Self.count {
      let recording = TimedRecording(seed: seed)
      let outcome = try recording.redacted()
      frames += recording.frameCount
      covered += outcome.covered
      hidden[recording.scene.motion, default: 0] += outcome.hidden
      secret[recording.scene.motion, default: 0] += outcome.secret
      if !outcome.leaks.isEmpty { leaky += 1 }
      #expect(outcome.leaks.isEmpty, "\(recording)")
      // Hiding everything would be no art.
      #expect(outcome.covered == 0 && outcome.failures == 0, "\(recording)")
    }
    print("timing: \(Self.count) recordings, \(frames) frames, \(covered) covered, \(leaky) recordings with a leak")
    for motion in Motion.allCases where secret[motion] ?? 0 > 0 {
      let share = Double(hidden[motion]!) / Double(secret[motion]!)
      print("timing: \(motion): \((share * 100).rounded() / 100) times the secret area is hidden")
    }
  }
}
