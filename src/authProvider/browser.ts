import { localKeeper } from '../storage'

const BROWSER = 'browser'
const BYTES = 32

/** Identifies this browser at sign-in: a random value that survives sign-out. */
export function browserId(): string {
  const kept = localKeeper.getItem(BROWSER)
  if (kept !== null) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
  localKeeper.setItem(BROWSER, made)
  return made
}
