import { byteLength, type Digits, digitsOf, withDigits } from '#contract/common'
import { ATTEMPT_TEXT_MAX_BYTES, type Failure, HEADER_NAMES, URL_MAX_BYTES } from '#contract/connectors'
import { isCut, textOf } from '../outgoing/answer'

const HIDDEN = '***'

/** The part before the host of something that should have been an address. */
const LOGIN = /\/\/[^/?#]*@/
/** Names of headers and parameters whose values sign in. */
const SECRET_NAME = /^(proxy-)?authorization$|cookie|token|secret|password|key/i

/** A name as it was written before it was encoded, if it was. */
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
 * An address as it is shown: without the values of parameters whose names say that they are secret, and without the password in
 * `https://name:password@host`, or a name that stands alone.
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a header as it is shown. */
export const maskHeader = (name: string, value: string): string => (SECRET_NAME.test(name) ? HIDDEN : value)

const maskHeaders = (header: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, SECRET_NAME.test(name) ? HIDDEN : value]),
  )

/** What a function returned, as it is shown: without what signs in at the receiver. @param returned JSON text */
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
/** The fewest characters of a value, and those at the end of a text that are hidden, as a value may have been cut there. */
const BEGINNING = 4

/** A text inside of JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const unicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const unicodeInCapitals = (character: string) =>
  unicode(character).replace(/[a-f]/g, (digit) => digit.toUpperCase())

/** A text inside of the JSON that other languages write: some escape slashes, what HTML knows, or what is not ASCII. */
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

/** The part of base64 that is the same whatever stands before and after the bytes. */
function base64Of(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isWhole = (before + bytes.length) % 3 === 0
  return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1)
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** A text in an address or a form. */
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

/** A value as code may write it: as it is, in JSON, in JSON in JSON, in an address or form, in base64 and in hex. */
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
    // Without half of a surrogate pair, which cannot be encoded.
    ...inAddress(bytes.toString()),
    bytes.toString('base64'),
    ...base64,
    hex,
    hex.toUpperCase(),
  ]
}

/**
 * How many characters at the end of a text begin a form, if at least so many do; else 0. Each character is read once, as Knuth, Morris
 * and Pratt do, because a value and a text that repeat themselves would else take the square of their length.
 */
function begunAt(text: string, form: string, least: number): number {
  const tail = text.slice(1 - form.length)
  const first = tail.indexOf(form.slice(0, least))
  if (first === -1) return 0
  /** Of each beginning of the form, how much of its end begins the form again. */
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
  /** A text whose end may be missing: it hides the beginning of a value at its end too. */
  cut: (text: string) => string
  /** JSON text of not too many levels: names, texts, and numbers that tell a value. */
  json: (text: string) => string
  failure: (failure: Failure) => Failure
  /** A body as an attempt stores it. */
  body: (text: string) => string
  /** Lines of the console, which have no zero in them. */
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

/** Hides the values of the variables that a function was given, in every form that code may easily give them. */
export function hidingOf(values: Iterable<string>): Hiding {
  // The longest first: one value may contain another.
  const forms = [...new Set([...values].flatMap(formsOf))]
    .filter((form) => form.length >= BEGINNING)
    .toSorted((a, b) => b.length - a.length)
  const [longest] = forms
  if (longest === undefined) return SHOWN

  // By how they begin: a text is read once, however many there are.
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
    // One that is as long as can be was cut, but for a part of its last character.
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
      // What is masked is shorter, so that the end of what was cut may come into what is kept.
      return textOf(Buffer.from(kept.length < shown.length ? cut(kept) : text(kept)))
    },
    lines: (shown) => (shown.length === 0 ? [] : cut(shown.join('\0')).split('\0')),
  }
}
