/** Converts a typed time of day (`22`, `7:30`, `7.30`) to the format of the server; leaves anything else as it is. */
export function dayTimeOf(typed: string | null): string | null {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(typed ?? '') ?? []
  return hours === undefined ? typed : `${hours.padStart(2, '0')}:${minutes}`
}
