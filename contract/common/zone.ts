import { z } from 'zod'

/** Whether the runtime knows a time zone: people may have set one that it does not. */
export function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The name of a time zone. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be the name of a time zone that the server knows, like Europe/Prague')
