import { expect, test } from 'vitest'
import { readTransferLines } from './transferIds'

const ofLength = (length: number) => '1'.repeat(length)

test('a line has 14, 15, 19 or 20 digits; invalid ones are listed by number, counting all lines', () => {
  const lengths = [13, 14, 15, 16, 18, 19, 20, 21]
  expect(readTransferLines(lengths.map(ofLength).join('\n'))).toEqual({
    ids: [14, 15, 19, 20].map(ofLength),
    wrong: [1, 4, 5, 8],
    repeated: 0,
  })
  expect(readTransferLines(`\n  \n${ofLength(15)}\r\nabc\r\n`)).toEqual({
    ids: [ofLength(15)],
    wrong: [4],
    repeated: 0,
  })
})

test('an id is transferred once', () => {
  expect(readTransferLines(` ${ofLength(15)} \n${ofLength(15)}`)).toMatchObject({
    ids: [ofLength(15)],
    repeated: 1,
  })
})

test('without lines there is nothing to transfer', () => {
  expect(readTransferLines(' \n')).toEqual({ ids: [], wrong: [], repeated: 0 })
})
