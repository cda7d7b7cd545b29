const PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/

/** Whether a text is a time written as YYYY-MM-DDTHH:MM:SS.000Z, on a day that exists. Spec 1, section 5. */
export function isIsoTime(text: string): boolean {
  if (!PATTERN.test(text)) return false
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** A moment to the second, in ISO. */
export const toIsoTime = (time: Date): string => `${time.toISOString().slice(0, 19)}.000Z`
