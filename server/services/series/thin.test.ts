import { expect, test } from 'vitest'
import type { Points } from './pack'
import { makeLine } from './thin'

function thin(points: Points, range: Parameters<typeof makeLine>[0]) {
  const line = makeLine(range)
  line.add(points)
  return line.end()
}

test('of each part the first, the least, the greatest and the last stay, in their order', () => {
  const times = Array.from({ length: 1000 }, (_, i) => i)
  const values = times.map((i) => Math.sin(i / 10) * i)
  const { points, isThinned } = thin({ times, values }, { after: 0, before: 999, width: 10 })
  expect(isThinned).toBe(true)
  expect(points.length).toBeLessThanOrEqual(40)
  expect(points).toEqual(points.toSorted(([a], [b]) => a - b))
  for (let part = 0; part < 10; part++) {
    const inside = times.filter((time) => Math.floor((time * 10) / 1000) === part)
    const shown = points.filter(([time]) => inside.includes(time)).map(([, value]) => value)
    const all = inside.map((time) => values[time] ?? 0)
    expect(shown[0]).toBe(all[0])
    expect(shown.at(-1)).toBe(all.at(-1))
    expect(Math.min(...shown)).toBe(Math.min(...all))
    expect(Math.max(...shown)).toBe(Math.max(...all))
  }
})

test('what has room stays whole, and what is outside is left out', () => {
  const some = { times: [1, 5, 9], values: [3, 2, 1] }
  expect(thin(some, { after: 2, before: 9, width: 100 })).toEqual({
    points: [
      [5, 2],
      [9, 1],
    ],
    isThinned: false,
  })
  expect(thin({ times: [], values: [] }, { after: 2, before: 2, width: 1 })).toEqual({
    points: [],
    isThinned: false,
  })
})
