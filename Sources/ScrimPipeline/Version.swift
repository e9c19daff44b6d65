/// The program's version, by semantic versioning. A report and a resumed run name it.
public let scrimVersion = "0.1.0"
