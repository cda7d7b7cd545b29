const HOUR = 3600
const MINUTE = 60

/** A duration as "1h 2m 3s"; hours and minutes only when there are some. Spec 2, section 4. */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / HOUR)
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  const parts = [
    hours > 0 && `${hours}h`,
    (hours > 0 || minutes > 0) && `${minutes}m`,
    `${seconds % MINUTE}s`,
  ]
  return parts.filter(Boolean).join(' ')
}

const SIZES = [
  ['megabyte', 1_000_000],
  ['kilobyte', 1000],
] as const

/** A number of bytes in the largest unit that fits, as the language writes it: "245.3 kB". */
export function formatBytes(bytes: number, locale: string): string {
  const [unit, size] = SIZES.find(([, size]) => bytes >= size) ?? (['byte', 1] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}
