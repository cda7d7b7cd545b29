import { byteLength, type Digits, digitsOf, isObject, withDigits } from '#contract/common'
import { ATTEMPT_TEXT_MAX_BYTES, type Failure, HEADER_NAMES, URL_MAX_BYTES } from '#contract/connectors'
import { isCut, textOf } from '../outgoing/answer'

const HIDDEN = '***'

/** The part before the host of a text that should have been an address. */
const LOGIN = /\/\/[^/?#]*@/
/** Names of headers and parameters whose values are credentials. */
const SECRET_NAME = /^(proxy-)?authorization$|cookie|token|secret|password|key/i

/** A name without its URL encoding, if it has one. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const maskParameter = (parameter: string) => {
  const [name = '', ...value] = parameter.split('=')
  return value.length > 0 && SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : parameter
}

/** @param query with its question mark */
const maskQuery = (query: string) => `?${query.slice(1).split('&').map(maskParameter).join('&')}`

/**
 * An address as people see it: without the values of parameters with secret names, and without the password in `https://name:password@host`
 * or a name without a password.
 */
export const maskAddress = (address: string): string => maskLogin(address.replace(/\?[^#]*/, maskQuery))

function maskLogin(address: string): string {
  // Parsing a long host name takes seconds.
  const isLong = byteLength(address) > URL_MAX_BYTES
  if (isLong || !URL.canParse(address)) return address.replace(LOGIN, `//${HIDDEN}@`)
  const url = new URL(address)
  if (!url.username && !url.password) return address
  if (url.password) url.password = HIDDEN
  else url.username = HIDDEN
  return url.href
}

/** The value of a header as people see it. */
export const maskHeader = (name: string, value: string): string => (SECRET_NAME.test(name) ? HIDDEN : value)

const maskHeaders = (header: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, SECRET_NAME.test(name) ? HIDDEN : value]),
  )

/** What a function returned, as people see it: without credentials for the receiver. @param returned JSON text */
export function maskReturned(returned: string): string {
  const request: unknown = JSON.parse(returned)
  if (!isObject(request)) return returned
  const shown = { ...request }
  if (typeof request.url === 'string') shown.url = maskAddress(request.url)
  for (const name of HEADER_NAMES) {
    const header = request[name]
    if (isObject(header)) shown[name] = maskHeaders(header)
  }
  return withDigits(JSON.stringify(shown), digitsOf(returned))
}
/** Fewest characters of a value that are hidden at the end of a text, where the value may have been cut. */
const BEGINNING = 4

/** A text as JSON escapes it. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const unicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const unicodeInCapitals = (character: string) =>
  unicode(character).replace(/[a-f]/g, (digit) => digit.toUpperCase())

/** A text as the JSON of other languages escapes it: some escape slashes, HTML's characters, or all that is not ASCII. */
function inAnyJson(text: string): string[] {
  const plain = inJson(text)
  const withHtml = [unicode, unicodeInCapitals].map((escape) =>
    plain.replaceAll(/[&<>\u2028\u2029]/g, escape),
  )
  const inAscii = [unicode, unicodeInCapitals].map((escape) => plain.replaceAll(/[^\x20-\x7e]/g, escape))
  const careful = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/[^\x20-\x7e]|[&<>+'"`]/g, unicodeInCapitals)
  const all = [plain, ...withHtml, ...inAscii]
  return [...all, ...all.map((form) => form.replaceAll('/', '\\/')), careful]
}

/** The part of base64 that is the same whatever bytes stand before and after. */
function base64Of(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isWhole = (before + bytes.length) % 3 === 0
  return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1)
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** A text as an address or a form encodes it. */
function inAddress(text: string): string[] {
  const encoded = encodeURIComponent(text)
  const [strict, ofForm] = [/[!'()*~]/g, /[!'()~]/g].map((others) => encoded.replaceAll(others, percent))
  return [encoded, strict ?? '', ofForm ?? '', encodeURI(text)].flatMap((form) =>
    [form, form.replaceAll('%20', '+')].flatMap((one) => [
      one,
      one.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ]),
  )
}

/** The forms in which code may write a value: as it is, in JSON, in JSON within JSON, in an address or form, in base64 and in hex. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const inTexts = inAnyJson(value)
  const base64 = [0, 1, 2]
    .map((before) => base64Of(bytes, before))
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  const hex = bytes.toString('hex')
  return [
    value,
    ...inTexts,
    inJson(inJson(value)),
    // Half of a surrogate pair cannot be encoded.
    ...inAddress(bytes.toString()),
    bytes.toString('base64'),
    ...base64,
    hex,
    hex.toUpperCase(),
  ]
}

/**
 * Number of characters at the end of a text that begin a form, if there are at least `least`; otherwise 0. Reads each character once, as
 * Knuth, Morris and Pratt do, because a repetitive value and text would otherwise take quadratic time.
 */
function begunAt(text: string, form: string, least: number): number {
  const tail = text.slice(1 - form.length)
  const first = tail.indexOf(form.slice(0, least))
  if (first === -1) return 0
  /** For each prefix of the form, the length of its longest suffix that is also a prefix. */
  const again = new Uint32Array(form.length)
  const next = (begun: number, code: number) => {
    let length = begun
    while (length > 0 && form.charCodeAt(length) !== code) length = again[length - 1] ?? 0
    return form.charCodeAt(length) === code ? length + 1 : 0
  }
  for (let i = 1; i < form.length; i++) again[i] = next(again[i - 1] ?? 0, form.charCodeAt(i))
  let begun = 0
  for (let i = first; i < tail.length; i++) begun = next(begun, tail.charCodeAt(i))
  return begun >= least ? begun : 0
}

/** Hides values wherever they appear. */
export interface Hiding {
  text: (text: string) => string
  /** Hides values in a text that may be cut: also the beginning of a value at its end. */
  cut: (text: string) => string
  /** Hides values in JSON text of limited depth: in names, texts, and numbers that reveal a value. */
  json: (text: string) => string
  failure: (failure: Failure) => Failure
  /** Hides values in a body as an attempt stores it. */
  body: (text: string) => string
  /** Hides values in console lines, which contain no NUL. */
  lines: (lines: string[]) => string[]
}

const SHOWN: Hiding = {
  text: (text) => text,
  cut: (text) => text,
  json: (text) => text,
  failure: (failure) => failure,
  body: (text) => textOf(Buffer.from(text)),
  lines: (lines) => lines,
}

/** Hides the values of the variables that a function got, in every form in which code may easily write them. */
export function hidingOf(values: Iterable<string>): Hiding {
  // The longest come first, because one value may contain another.
  const forms = [...new Set([...values].flatMap(formsOf))]
    .filter((form) => form.length >= BEGINNING)
    .toSorted((a, b) => b.length - a.length)
  const [longest] = forms
  if (longest === undefined) return SHOWN

  // Grouped by their beginning, so that a text is read once, however many forms there are.
  const byBeginning = new Map<string, string[]>()
  for (const form of forms) {
    const beginning = form.slice(0, BEGINNING)
    const others = byBeginning.get(beginning)
    if (others) others.push(form)
    else byBeginning.set(beginning, [form])
  }

  const text = (shown: string) => {
    let hidden = ''
    let end = 0
    for (let at = 0; at <= shown.length - BEGINNING; at++) {
      const form = byBeginning
        .get(shown.slice(at, at + BEGINNING))
        // Compared as a whole: `startsWith` reads one character after the other.
        ?.find((one) => at + one.length > end && shown.slice(at, at + one.length) === one)
      if (form === undefined) continue
      if (at >= end) hidden += shown.slice(end, at) + HIDDEN
      end = at + form.length
    }
    return hidden + shown.slice(end)
  }

  const cut = (shown: string) => {
    // A text of the greatest length was cut, except for a part of its last character.
    const least = isCut(shown) ? 1 : BEGINNING
    const hidden = text(shown)
    const begun = forms.reduce((most, form) => Math.max(most, begunAt(hidden, form, least)), 0)
    return begun > 0 ? hidden.slice(0, -begun) + HIDDEN : hidden
  }

  const value = (shown: unknown, digits: Digits): unknown => {
    if (typeof shown === 'string') return text(shown)
    if (typeof shown === 'number') {
      const written = withDigits(String(shown), digits)
      return text(written) === written ? shown : HIDDEN
    }
    if (Array.isArray(shown)) return shown.map((member) => value(member, digits))
    if (typeof shown !== 'object' || shown === null) return shown
    return Object.fromEntries(
      Object.entries(shown).map(([name, member]) => [text(name), value(member, digits)]),
    )
  }

  const json = (shown: string) => {
    const digits = digitsOf(shown)
    return withDigits(JSON.stringify(value(JSON.parse(shown), digits)), digits)
  }

  return {
    text,
    cut,
    json,
    failure: ({ error, error_code, error_detail }) => ({
      error: cut(error),
      error_code,
      error_detail: error_detail === null ? null : text(error_detail),
    }),
    body: (shown) => {
      const kept = shown.slice(0, ATTEMPT_TEXT_MAX_BYTES + longest.length)
      // Masking shortens the text, so that the end of a cut value may move into the part that is kept.
      return textOf(Buffer.from(kept.length < shown.length ? cut(kept) : text(kept)))
    },
    lines: (shown) => (shown.length === 0 ? [] : cut(shown.join('\0')).split('\0')),
  }
}
