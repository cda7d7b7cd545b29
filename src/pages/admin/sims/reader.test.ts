import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simIdSchema } from '#contract/sims'
import { readIds } from './reader'

const IMSI = '001010000000001'
const OTHER = '001010000000002'
const ICCID = '8942001010000000001'

const ids = (text: string) => readIds(text).entries.map(({ id }) => id)

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const anId = fc.oneof(digits(15), digits(19), digits(20))

/** Notations of a number in a sheet or by a person. */
const written = (id: string) =>
  fc.constantFrom(
    id,
    `"${id}"`,
    `'${id}`,
    `="${id}"`,
    `  ${id}\u00A0`,
    `\u200B${id}`,
    id.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  )
const aNote = fc.constantFrom('', 'Brno', '"Brno, roof"', '"two\nlines"', '420777123456', 'active', '12.5')

describe('typed values', () => {
  test('each line is a row, in order', () => {
    expect(readIds(`${OTHER}\n\n ${IMSI} \r\n${ICCID}`)).toEqual({
      entries: [OTHER, IMSI, ICCID].map((id) => ({ id, isValid: true })),
      repeated: 0,
      ignoredRows: [],
      ignoredCells: 0,
    })
  })

  test('a value without 15, 19 or 20 digits is a row with an error, as it was typed', () => {
    const wrong = ['12345', '0010100000000012', 'abc', `${IMSI}x`, '٠٠١٠١٠٠٠٠٠٠٠٠٠١']
    expect(readIds(wrong.join('\n')).entries).toEqual(wrong.map((id) => ({ id, isValid: false })))
  })

  test('a value in several notations is one row, and repeats are counted', () => {
    const { entries, repeated } = readIds(`${IMSI}\n'${IMSI}\nabc\n00101 00000 00001\nabc`)
    expect(entries).toEqual([
      { id: IMSI, isValid: true },
      { id: 'abc', isValid: false },
    ])
    expect(repeated).toBe(3)
  })

  test('several values on a line are several rows', () => {
    expect(ids(`${IMSI}, ${OTHER};${ICCID}`)).toEqual([IMSI, OTHER, ICCID])
    expect(ids(`${IMSI} ${OTHER}`)).toEqual([IMSI, OTHER])
  })

  test('an unclosed quote does not swallow other lines', () => {
    expect(ids(`"${IMSI}\n${OTHER}`)).toEqual([IMSI, OTHER])
  })
})

describe('a sheet', () => {
  test('gives the cells that look like ids, and the number of others', () => {
    const sheet = [
      `Name\tNumber\tPlace`,
      `pump\t${IMSI}\t"Brno, roof"`,
      `valve\t'${OTHER}\t`,
      `pipe\tnowhere`,
    ]
    expect(readIds(sheet.join('\r\n'))).toEqual({
      entries: [IMSI, OTHER].map((id) => ({ id, isValid: true })),
      repeated: 0,
      ignoredRows: [
        { row: 1, text: 'Name Number Place' },
        { row: 4, text: 'pipe nowhere' },
      ],
      ignoredCells: 3,
    })
  })

  test('with a header a row is one SIM, and its other numbers are no ids', () => {
    const sheet = `IMEI,IMSI,ICCID\n351358810000001,${IMSI},${ICCID}\n351358810000002,,8942001010000000002`
    expect(readIds(sheet)).toMatchObject({
      entries: [
        { id: IMSI, isValid: true },
        { id: '8942001010000000002', isValid: true },
      ],
      ignoredRows: [],
      ignoredCells: 3,
    })
  })

  test('a number that the spreadsheet has damaged is a row with an error', () => {
    expect(readIds(`pump\t8.94200E+18\nvalve\t00101000000001`).entries).toEqual([
      { id: '8.94200E+18', isValid: false },
      { id: '00101000000001', isValid: false },
    ])
  })

  test('every id in it is found, with any surroundings', () => {
    const row = anId.chain((id) => fc.tuple(fc.constant(id), aNote, written(id), aNote))
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 30 }),
        fc.constantFrom('\t', ',', ';'),
        fc.constantFrom('\n', '\r\n'),
        (rows, separator, lineBreak) => {
          const text = rows.map(([, ...cells]) => cells.join(separator)).join(lineBreak)
          expect(ids(text)).toEqual([...new Set(rows.map(([id]) => id))])
        },
      ),
    )
  })
})

test('any text can be read, and only ids count as such', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { entries } = readIds(text)
      for (const { id, isValid } of entries) expect(simIdSchema.safeParse(id).success).toBe(isValid)
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    }),
  )
})

test('ten thousand lines of a sheet can be read', () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `pump-${i}\t${1e14 + i}\t"Brno, ""roof"""`)
  expect(readIds(lines.join('\n')).entries).toHaveLength(10_000)
})
