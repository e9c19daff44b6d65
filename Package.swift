// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is checked alike: strict concurrency, strict memory safety, no import that leaks through a public API.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func stage(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["ScrimTestSupport"], exclude: exclude, swiftSettings: strict)
}

/// Each has its spec beside it.
let readyRules = [
  "allow-list", "default", "forms", "hide-in-screenshot", "messaging", "payment", "pii", "privacy-screen",
]

let package = Package(
  name: "scrim",
  products: [
    .executable(name: "scrim", targets: ["scrim"]),
    .library(name: "Scrim", targets: ["ScrimPipeline"]),
  ],
  // In the order in which a frame meets them. Arrows of import point down this list or to ScrimCore.
  targets: [
    // The command: a file for each subcommand, flags as values that render help, man page and completions.
    .executableTarget(
      name: "scrim",
      dependencies: [
        "ScrimPipeline", "ScrimInput", "ScrimViews", "ScrimRules", "ScrimMasking", "ScrimOutput", "ScrimVerify",
        "ScrimCore",
      ],
      swiftSettings: strict),
    // Wires the stages: order, look-ahead, back-pressure, the report.
    stage(
      "ScrimPipeline",
      ["ScrimInput", "ScrimViews", "ScrimRules", "ScrimPlanning", "ScrimMasking", "ScrimOutput", "ScrimCore"]),
    // Frames in: one file a format.
    stage("ScrimInput", ["ScrimCore", "CPNGFence", "CAVFence", "CDeflate"]),
    // Views in: a file for each format, and the timeline.
    stage("ScrimViews", ["ScrimCore", "CYAJL", "CXML"]),
    // The Lua host: sandbox, API table, selectors, recognizers.
    stage(
      "ScrimRules", ["ScrimReadyRules", "ScrimCore", "CLuaHost", "CPCRE2"],
      resources: [.embedInCode("Specs/specs.lua")]),
    // The ready rules, embedded.
    .target(
      name: "ScrimReadyRules", path: "Scripts", exclude: ["types"] + readyRules.map { "\($0)_spec.lua" },
      resources: readyRules.map { .embedInCode("\($0).lua") },
      swiftSettings: strict),
    // Decisions become regions: quads, clips, occlusion, hold.
    stage("ScrimPlanning", ["ScrimCore"]),
    // Pixels are destroyed here and nowhere else.
    stage("ScrimMasking", ["ScrimPlaceholders", "ScrimCore"]),
    // Text layout, cards, the privacy screen.
    stage("ScrimPlaceholders", ["ScrimCore", "CPango"]),
    // Redacted frames out: a file for each format.
    stage("ScrimOutput", ["ScrimMasking", "ScrimCore", "CAVFence", "CDeflate"]),
    // Finished outputs are held against the original and the report; knows nothing of how they were written.
    stage("ScrimVerify", ["ScrimInput", "ScrimMasking", "ScrimCore", "CAVFence", "CDeflate"]),
    // Values only: frames, rectangles, views, decisions, plans.
    stage("ScrimCore", ["CGLib"]),

    // Our C: jump fences and macros. No Swift frame lies between a jump and its landing.
    .target(name: "CLuaHost", dependencies: ["CLua"]),
    .target(name: "CPNGFence", dependencies: ["CPNG"]),
    // FFmpeg's libraries: video in and out. Their package files name each library alone.
    .target(
      name: "CAVFence", dependencies: ["CAV", "COpus"],
      linkerSettings: [
        .linkedLibrary("avcodec"), .linkedLibrary("avutil"), .linkedLibrary("swscale"), .linkedLibrary("swresample"),
      ]),

    // System libraries: a module map each, nothing else.
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CAV", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"])]),
    .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CYAJL", pkgConfig: "yajl", providers: [.apt(["libyajl-dev"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // Tests: a target for each stage, and the whole from outside.
    .target(
      name: "ScrimTestSupport", dependencies: ["ScrimCore"], path: "Tests/ScrimTestSupport", swiftSettings: strict),
    // Calls what the fence keeps to itself.
    .target(
      name: "FenceProbe", dependencies: ["CAVFence", "CAV", "COpus"], path: "Tests/FenceProbe",
      cSettings: [.headerSearchPath("../../Sources/CAVFence")]),
    tests("CAVFenceTests", ["CAVFence", "FenceProbe"]),
    tests("ScrimCoreTests", ["ScrimCore"]),
    tests("ScrimInputTests", ["ScrimInput", "ScrimOutput", "ScrimMasking", "ScrimCore"]),
    tests("ScrimViewsTests", ["ScrimViews", "ScrimCore"]),
    tests("ScrimRulesTests", ["ScrimPipeline", "ScrimRules", "ScrimViews", "ScrimCore"]),
    tests("ScrimPlanningTests", ["ScrimPlanning", "ScrimCore"]),
    tests("ScrimMaskingTests", ["ScrimMasking", "ScrimPlaceholders", "ScrimCore"]),
    tests(
      "ScrimVerifyTests",
      ["ScrimVerify", "ScrimPipeline", "ScrimInput", "ScrimOutput", "ScrimViews", "ScrimRules", "ScrimCore"]),
    tests(
      "ScrimPipelineTests",
      ["ScrimPipeline", "ScrimInput", "ScrimViews", "ScrimRules", "ScrimMasking", "ScrimOutput", "ScrimCore"]),
    tests(
      "CommandTests", ["scrim", "ScrimPipeline", "ScrimInput", "ScrimViews", "ScrimRules", "ScrimOutput", "ScrimCore"],
      exclude: ["Goldens"]),
  ],
  cLanguageStandard: .c11
)

// Built by `./dev fuzz` alone, which says where libFuzzer is: everything of ours is instrumented, and a program feeds it.
if let libFuzzer = Context.environment["SCRIM_LIBFUZZER"] {
  for target in package.targets where target.type == .regular {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer"])]
    target.cSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link"])]
  }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "scrim-fuzz",
      dependencies: [
        "ScrimInput", "ScrimViews", "ScrimRules", "ScrimPlanning", "ScrimCore", "ScrimTestSupport", "CLibFuzzer",
      ],
      path: "Tests/Fuzz/ScrimFuzz", swiftSettings: strict,
      linkerSettings: [.unsafeFlags([libFuzzer]), .linkedLibrary("stdc++")]),
  ]
}

// Built by `./dev bench` alone: what reading views takes, beside decoding pictures.
if Context.environment["SCRIM_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "scrim-reading-time", dependencies: ["ScrimInput", "ScrimViews", "ScrimCore"],
      path: "Benchmarks/ReadingTime", swiftSettings: strict))
}
