import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { align } from './align'

/** Items of each sequence in runs of one kind. */
function itemsOf(left: readonly number[], right: readonly number[], kind: 'both' | 'gap') {
  let [at, to] = [0, 0]
  return align(left, right).flatMap((run) => {
    const items = { left: left.slice(at, run.leftEnd), right: right.slice(to, run.rightEnd) }
    ;[at, to] = [run.leftEnd, run.rightEnd]
    return run.kind === kind ? [items] : []
  })
}

const alignedOf = (left: readonly number[], right: readonly number[]) =>
  itemsOf(left, right, 'both').flatMap((run) => {
    expect(run.right).toEqual(run.left)
    return run.left
  })

/** Length of the longest rising subsequence, by its definition. */
function longestRising(numbers: readonly number[]): number {
  const best: number[] = []
  for (const number of numbers)
    best.push(1 + Math.max(0, ...best.filter((_, before) => (numbers[before] ?? number) < number)))
  return Math.max(0, ...best)
}

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, n) => first + n)

/** Longer than the sequences that are aligned at once. */
const LONG = 600

describe('sequences', () => {
  test.each([
    ['empty ones', [], [], []],
    ['equal ones', [1, 2], [1, 2], [{ kind: 'both', leftEnd: 2, rightEnd: 2 }]],
    [
      'an item that only the left one has',
      [1, 2],
      [2],
      [
        { kind: 'gap', leftEnd: 1, rightEnd: 0 },
        { kind: 'both', leftEnd: 2, rightEnd: 1 },
      ],
    ],
    [
      'an item that only the right one has',
      [1],
      [1, 2],
      [
        { kind: 'both', leftEnd: 1, rightEnd: 1 },
        { kind: 'gap', leftEnd: 1, rightEnd: 2 },
      ],
    ],
    ['nothing in common', [1], [2, 3], [{ kind: 'gap', leftEnd: 1, rightEnd: 2 }]],
  ])('of %s', (_, left, right, runs) => {
    expect(align(left, right)).toEqual(runs)
  })

  const lengths = fc.constantFrom(0, 5, LONG)
  const sequences = lengths.chain((length) =>
    fc.array(fc.nat(length), { minLength: length, maxLength: length, size: 'max' }),
  )

  test('are covered completely, and items that are aligned are equal', () => {
    fc.assert(
      fc.property(sequences, sequences, (left, right) => {
        const runs = align(left, right)
        expect(runs.at(-1) ?? { leftEnd: 0, rightEnd: 0 }).toMatchObject({
          leftEnd: left.length,
          rightEnd: right.length,
        })
        for (const run of itemsOf(left, right, 'both')) expect(run.left).toEqual(run.right)
        for (const [n, { kind }] of runs.entries()) expect(runs[n + 1]?.kind).not.toBe(kind)
      }),
      { numRuns: 40 },
    )
  })
})

describe('long sequences', () => {
  test('of different items in any order are aligned as far as possible', () => {
    const orders = fc.shuffledSubarray(upTo(LONG), { minLength: LONG })
    fc.assert(
      fc.property(orders, (right) => {
        expect(alignedOf(upTo(LONG), right)).toHaveLength(longestRising(right))
      }),
      { numRuns: 10 },
    )
  })

  test('keep what is in order around an item that has moved', () => {
    const right = [...upTo(LONG - 1, 1), 0]
    expect(alignedOf(upTo(LONG), right)).toEqual(upTo(LONG - 1, 1))
    expect(alignedOf(right, upTo(LONG))).toEqual(upTo(LONG - 1, 1))
  })

  test('are aligned between the items that occur once', () => {
    const repeated = [7000, 7000, 8000, 8000]
    const left = [...upTo(300), ...repeated, ...upTo(300, 300)]
    expect(alignedOf(left, left)).toEqual(left)
    expect(alignedOf(left, left.toSpliced(301, 1))).toEqual(left.toSpliced(301, 1))
  })

  test('of repeated items are aligned window by window', () => {
    const left = Array.from({ length: 3 * LONG }, (_, n) => n % 7)
    expect(alignedOf(left, left)).toEqual(left)
    const right = left.toSpliced(10, 1)
    expect(alignedOf(left, right)).toEqual(right)
    expect(alignedOf(right, left)).toEqual(right)
  })
})
