import { expect, test } from 'vitest'
import { takeSnapshot } from './snapshot'

const PAGE = 64 * 1024

test('all memory in use is restored, even after it has grown', () => {
  const memory = new WebAssembly.Memory({ initial: 100, maximum: 200 })
  const bytes = () => new Uint8Array(memory.buffer)
  const places = [0, 5, 3 * PAGE - 1, 80 * PAGE, 81 * PAGE + 7]
  for (const place of places) bytes()[place] = 7
  const restore = takeSnapshot(memory)

  bytes().fill(255)
  memory.grow(50)
  restore()

  expect(places.map((place) => bytes()[place])).toEqual(places.map(() => 7))
  const zeros = [bytes().subarray(6, 3 * PAGE - 1), bytes().subarray(81 * PAGE + 8, 82 * PAGE)]
  expect(zeros.every((part) => part.every((byte) => byte === 0))).toBe(true)
})
