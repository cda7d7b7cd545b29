/** The time in a version 7 UUID, in ISO; undefined for other ids. */
export function timeOfId(id: string): string | undefined {
  const time = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : Number.NaN
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
