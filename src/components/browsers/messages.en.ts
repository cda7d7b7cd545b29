const messages = {
  /** A browser and its system. */
  onSystem: '%{browser} on %{system}',
  unknown: 'An unknown program',
  current: '%{name}, this browser',
}
export default messages
