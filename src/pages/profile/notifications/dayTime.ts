/** A time of the day as people type it, `22`, `7:30` or `7.30`, as it is sent; anything else as it is. */
export function dayTimeOf(typed: string | null): string | null {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(typed ?? '') ?? []
  return hours === undefined ? typed : `${hours.padStart(2, '0')}:${minutes}`
}
