import { NAME_MIN_LENGTH, TEXT_MAX_LENGTH } from './limits'
import { foldText } from './text'

/**
 * The nearest valid name to what a person typed. Rules, "Names". Accents are stripped, other characters become hyphens, and `prefix` comes
 * before a first character that is not a letter.
 */
export function suggestName(typed: string, prefix = 'space-'): string {
  const hyphenated = foldText(typed)
    .replace(/[^a-z0-9-]/g, '-')
    .replace(/-+/g, '-')
  const prefixed = /^[a-z]/.test(hyphenated) ? hyphenated : `${prefix}${hyphenated}`.replace(/-+/g, '-')
  const cut = prefixed.slice(0, TEXT_MAX_LENGTH)
  const ended = /[a-z0-9]$/.test(cut) ? cut : `${cut.slice(0, TEXT_MAX_LENGTH - 1)}0`
  return ended.padEnd(NAME_MIN_LENGTH, '0')
}
