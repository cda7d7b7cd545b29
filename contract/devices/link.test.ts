import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isScannedName, parseDeviceLink, scannedName } from './link'

const SERIAL = '2159018209'
const TOKEN = 'aB3'.repeat(10).concat('zz')
const claim = { serial_number: SERIAL, token: TOKEN }

const letters = (from: string, constraints: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...from), ...constraints })
const serials = letters('0123456789', { minLength: 10, maxLength: 10 })
const tokens = letters('0123456789abcXYZ', { minLength: 32, maxLength: 32 })
const prefixes = fc.array(letters('abc-0123', { minLength: 1, maxLength: 12 }), { maxLength: 4 })

describe("a device's link", () => {
  it('gives serial number and token, with any host, prefix, query and fragment', () => {
    const queries = fc.option(fc.webQueryParameters(), { nil: undefined })
    const fragments = fc.option(fc.webFragments(), { nil: undefined })
    fc.assert(
      fc.property(
        fc.constantFrom('https', 'http', 'HTTPS'),
        fc.webAuthority({ withPort: true }),
        prefixes,
        serials,
        tokens,
        fc.constantFrom('', '/'),
        queries,
        fragments,
        (scheme, host, prefix, serial_number, token, end, query, fragment) => {
          const path = [host, ...prefix, serial_number, token].join('/') + end
          const rest =
            (query === undefined ? '' : `?${query}`) + (fragment === undefined ? '' : `#${fragment}`)
          expect(parseDeviceLink(`${scheme}://${path}${rest}`)).toEqual({ serial_number, token })
        },
      ),
    )
  })

  it.each([
    ['no link', `${SERIAL}/${TOKEN}`],
    ['another scheme', `ftp://example.com/${SERIAL}/${TOKEN}`],
    ['a short serial number', `https://example.com/${SERIAL.slice(1)}/${TOKEN}`],
    ['a long serial number', `https://example.com/1${SERIAL}/${TOKEN}`],
    ['a short token', `https://example.com/${SERIAL}/${TOKEN.slice(1)}`],
    ['a token with a hyphen', `https://example.com/${SERIAL}/-${TOKEN.slice(1)}`],
    ['more path behind', `https://example.com/${SERIAL}/${TOKEN}/more`],
    ['both in the query', `https://example.com/?link=/${SERIAL}/${TOKEN}`],
    ['the host itself', `https://${SERIAL}/${TOKEN}`],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(parseDeviceLink(text)).toBeNull()
  })

  it('may have spaces around it', () => {
    expect(parseDeviceLink(` https://example.com/${SERIAL}/${TOKEN}\n`)).toEqual(claim)
  })

  it('never throws and never gives anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseDeviceLink(text)).toBeNull()
      }),
    )
  })
})

describe('the name of a scanned device', () => {
  it('is recognized, and never confused with a name that a person gave', () => {
    expect(scannedName(SERIAL)).toBe('chester-2159018209')
    expect(isScannedName(scannedName(SERIAL))).toBe(true)
    expect(['', 'boiler', 'chester-boiler', 'chester-21590182091'].some(isScannedName)).toBe(false)
  })
})
