/// The phone of the scenarios that tests write.
public enum TestDevice {
  /// The text of its profile, for a file `Devices/test-phone.yaml`.
  public static let text = """
    device: test-phone
    frames per second: 60
    view creation: 1 ms
    view reuse: 100 us
    view layout: 5 us
    annotation change: 20 us
    annotation comparison: 2 us
    point visit: 50 ns
    node visit: 80 ns

    """
}
