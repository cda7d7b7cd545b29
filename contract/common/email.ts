import { z } from 'zod'
import { EMAIL_MAX_LENGTH } from './limits'

/** RFC 3492, 5. */
const PUNYCODE = { base: 36, min: 1, max: 26, skew: 38, damp: 700, bias: 72, first: 128 }

function adapt(delta: number, count: number, isFirst: boolean): number {
  const { base, min, max, skew, damp } = PUNYCODE
  let left = Math.floor(delta / (isFirst ? damp : 2))
  left += Math.floor(left / count)
  let bias = 0
  for (; left > ((base - min) * max) / 2; bias += base) left = Math.floor(left / (base - min))
  return bias + Math.floor(((base - min + 1) * left) / (left + skew))
}

/** Decodes a label without its prefix. RFC 3492, 6.2. The label must be valid. */
function decode(label: string): string {
  const { base, min, max } = PUNYCODE
  const at = label.lastIndexOf('-')
  const letters = Array.from(label.slice(0, Math.max(at, 0)))
  let { bias, first: letter } = PUNYCODE
  let place = 0
  for (let i = at + 1; i < label.length; ) {
    const before = place
    for (let weight = 1, k = base; i < label.length; k += base) {
      const digit = Number.parseInt(label.charAt(i++), base)
      // Letters are 0 to 25, digits 26 to 35; in numbers of base 36 it is the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10
      place += value * weight
      const limit = Math.min(Math.max(k - bias, min), max)
      if (value < limit) break
      weight *= base - limit
    }
    bias = adapt(place - before, letters.length + 1, before === 0)
    letter += Math.floor(place / (letters.length + 1))
    place %= letters.length + 1
    letters.splice(place++, 0, String.fromCodePoint(letter))
  }
  return letters.join('')
}

const ENCODED = /(^|\.)xn--([a-z0-9-]+)/g
const OTHER_LETTERS = /[\u0080-\u{10ffff}]|(^|\.)xn--/u
const NO_DOMAIN = /[^a-z0-9.\-\u0080-\u{10ffff}]/u

const address = z.url({ normalize: true })

const partsOf = (email: string) => {
  const at = email.lastIndexOf('@')
  return { box: email.slice(0, at + 1), domain: email.slice(at + 1) }
}

/** A domain with non-ASCII letters as mail servers know it (xn--…); null if it is not valid. UTS 46. */
function encoded(domain: string): string | null {
  if (NO_DOMAIN.test(domain)) return null
  return address.safeParse(`http://${domain}`).data?.slice('http://'.length, -1) ?? null
}

/** An address in lower case, with its domain in Unicode, however it was written. */
function plainEmail(typed: string): string {
  const email = typed.trim().toLowerCase()
  const { box, domain } = partsOf(email)
  const known = OTHER_LETTERS.test(domain) ? encoded(domain) : null
  return known === null
    ? email
    : box + known.replaceAll(ENCODED, (_, dot: string, label: string) => dot + decode(label))
}

/** Whether a text is an address; zod knows only domains of ASCII letters. */
function isEmail(email: string): boolean {
  const { box, domain } = partsOf(email)
  const known = OTHER_LETTERS.test(domain) ? encoded(domain)?.replaceAll(ENCODED, '$1idn') : domain
  return z.email().safeParse(`${box}${known ?? ''}`).success
}

/** E-mail address, compared without regard to case and to how its domain is written (bücher.example, xn--bcher-kva.example). */
export const emailSchema = z
  .string()
  .overwrite(plainEmail)
  .max(EMAIL_MAX_LENGTH, `must have at most ${EMAIL_MAX_LENGTH} characters`)
  .refine(isEmail, 'must be a valid e-mail address')
  .meta({ format: 'idn-email' })
