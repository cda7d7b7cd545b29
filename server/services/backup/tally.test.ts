import { expect, test } from 'vitest'
import { Tally } from './tally'

const tallyOf = (text: string) => {
  const tally = new Tally()
  tally.add(Buffer.from(text))
  return tally
}

test('rows are counted in any order, including one without a line end', () => {
  expect(tallyOf('a\nb\n')).toMatchObject({ rows: 2, checksum: tallyOf('b\na\n').checksum })
  expect(tallyOf('a\nb')).toMatchObject({ rows: 2 })
  expect(tallyOf('')).toMatchObject({ rows: 0 })
})
