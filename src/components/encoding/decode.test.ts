import { describe, expect, test } from 'vitest'
import { decode } from './decode'

const TEXT = 'name;value\r\nPříliš žluťoučký;kůň\r\n'
const utf8 = new TextEncoder().encode(TEXT)
const utf16 = (isLittle: boolean) =>
  Uint8Array.from(
    [...TEXT].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      const [high, low] = [code >> 8, code & 255]
      return isLittle ? [low, high] : [high, low]
    }),
  )
/** "kůň" as a Czech spreadsheet saves plain CSV. */
const windows = Uint8Array.from([0x6b, 0xf9, 0xf2])

describe('a file is read', () => {
  test('in UTF-8 and UTF-16, with and without a mark', () => {
    for (const bytes of [utf8, [0xef, 0xbb, 0xbf, ...utf8], utf16(true), utf16(false)])
      expect(decode(Uint8Array.from(bytes))).toEqual({ text: TEXT })
    expect(decode(Uint8Array.from([0xff, 0xfe, ...utf16(true)]))).toEqual({ text: TEXT })
    expect(decode(Uint8Array.from([0xfe, 0xff, ...utf16(false)]))).toEqual({ text: TEXT })
  })

  test('in an older encoding only by choice, with a line that shows the letters', () => {
    expect(decode(windows)).toEqual({
      candidates: [
        { encoding: 'windows-1250', text: 'kůň', sample: ['kůň'] },
        { encoding: 'windows-1252', text: 'kùò', sample: ['kùò'] },
      ],
    })
    // 0x8D is a letter in only one of them.
    expect(decode(Uint8Array.from([0x8d]))).toMatchObject({ candidates: [{ text: 'Ť' }] })
  })

  test('never with lost letters, zeros or half characters', () => {
    const damaged = { damaged: true }
    expect(decode(new TextEncoder().encode('k\uFFFDn'))).toEqual(damaged)
    expect(decode(Uint8Array.from([0x61, 0, 0x62, 0x63, 0x64, 0x65, 0x66]))).toEqual(damaged)
    expect(decode(Uint8Array.from([0xff, 0xfe, 0x00, 0xd8]))).toEqual(damaged)
    expect(decode(Uint8Array.from([0xef, 0xbb, 0xbf, 0xf9]))).toEqual(damaged)
  })
})
