import { type DeviceClaim, parseDeviceLink } from '#contract/devices'

/** Why what was scanned is not taken. */
export type Refusal = 'foreign' | 'noCode' | 'unreadable'

/** The device among the codes of a picture; else why there is none. */
export function outcomeOf(texts: readonly string[]): { claim: DeviceClaim } | { refusal: Refusal } {
  for (const text of texts) {
    const claim = parseDeviceLink(text)
    if (claim) return { claim }
  }
  return { refusal: texts.length > 0 ? 'foreign' : 'noCode' }
}

/** Why there is no picture of a camera. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy'

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'insecure',
}

/** What it means that a camera could not be opened. */
export const problemOf = (error: unknown): CameraProblem =>
  (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? 'busy'
