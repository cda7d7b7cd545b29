import { excessOf } from '#contract/common'
import { ATTEMPT_TEXT_MAX_BYTES, type Failure, RETURNED_MAX } from '#contract/connectors'
import { textOf } from './send'

const HIDDEN = '***'
/** Characters of a value at the end of a text that was cut, from which on they are hidden. */
const BEGINNING = 4

/** A text inside of JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** The part of base64 that is the same whatever stands before and after the bytes. */
function base64Of(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64').replace(/=+$/, '')
  const isWhole = (before + bytes.length) % 3 === 0
  return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1)
}

/** A value as code may write it: as it is, in JSON, in JSON in JSON, in an address or form, in base64 and in hex. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  // Without half of a surrogate pair, which cannot be encoded.
  const whole = bytes.toString()
  const encoded = encodeURIComponent(whole)
  const texts = [value, inJson(value), inJson(inJson(value))]
  const inAddress = [encoded, encodeURI(whole)].flatMap((text) => [
    text,
    text.replaceAll('%20', '+'),
    text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ])
  const base64 = [0, 1, 2]
    .map((before) => base64Of(bytes, before))
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  const hex = bytes.toString('hex')
  return [...texts, ...inAddress, bytes.toString('base64'), ...base64, hex, hex.toUpperCase()]
}

/** Hides values wherever they appear. */
export interface Hiding {
  text(text: string): string
  /** A text whose end may be missing: it hides the beginning of a value at its end too. */
  cut(text: string): string
  /** JSON text: names, texts, and numbers that tell a value. */
  json(text: string): string
  failure(failure: Failure): Failure
  /** A body as an attempt stores it. */
  body(text: string): string
}

const SHOWN: Hiding = {
  text: (text) => text,
  cut: (text) => text,
  json: (text) => text,
  failure: (failure) => failure,
  body: (text) => textOf(Buffer.from(text)),
}

/** Hides the values of the variables that a function was given, in every form that code may easily give them. */
export function hidingOf(variables: Readonly<Record<string, string>>): Hiding {
  // The longest first: one value may contain another.
  const forms = [...new Set(Object.values(variables).flatMap(formsOf))]
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
  const [longest] = forms
  if (longest === undefined) return SHOWN

  const text = (shown: string) => forms.reduce((left, form) => left.replaceAll(form, () => HIDDEN), shown)

  const cut = (shown: string) => {
    const hidden = text(shown)
    const begun = forms.flatMap((form) => {
      for (let length = Math.min(form.length - 1, hidden.length); length >= BEGINNING; length--)
        if (hidden.endsWith(form.slice(0, length))) return [length]
      return []
    })
    return begun.length > 0 ? hidden.slice(0, -Math.max(...begun)) + HIDDEN : hidden
  }

  const value = (shown: unknown): unknown => {
    if (typeof shown === 'string') return text(shown)
    if (typeof shown === 'number') return text(String(shown)) === String(shown) ? shown : HIDDEN
    if (Array.isArray(shown)) return shown.map(value)
    if (typeof shown !== 'object' || shown === null) return shown
    return Object.fromEntries(Object.entries(shown).map(([name, member]) => [text(name), value(member)]))
  }

  return {
    text,
    cut,
    // Without end one would need more stack than there is.
    json: (shown) =>
      excessOf(shown, RETURNED_MAX) === null ? JSON.stringify(value(JSON.parse(shown))) : text(shown),
    failure: ({ error, error_code, error_detail }) => ({
      error: cut(error),
      error_code,
      error_detail: error_detail === null ? null : text(error_detail),
    }),
    // What begins before the end of what is kept is hidden whole.
    body: (shown) => textOf(Buffer.from(text(shown.slice(0, ATTEMPT_TEXT_MAX_BYTES + longest.length)))),
  }
}
