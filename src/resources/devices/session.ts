/** ISO time of a session id, which is the Unix time of the last boot in seconds; null when there is no session. */
export function sessionTime(sessionId: number): string | null {
  const time = new Date(sessionId * 1000)
  return sessionId === 0 || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
