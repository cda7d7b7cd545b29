/** Names of the IANA time zones, with one more when the browser does not know it. */
export function timezoneNames(current: string | null): string[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (current) names.add(current)
  return [...names].toSorted()
}
