import { expect, test, vi } from 'vitest'
import { Slots } from './slots'

test('turns are taken in order, and one that waits too long gets none', async () => {
  vi.useFakeTimers()
  try {
    const slots = new Slots(2)
    expect([await slots.enter(10), await slots.enter(10)]).toEqual([true, true])
    const waits = [slots.enter(1000), slots.enter(20), slots.enter(1000)]
    await vi.advanceTimersByTimeAsync(20)
    expect(await waits[1]).toBe(false)
    slots.leave()
    expect(await waits[0]).toBe(true)
    slots.leave()
    expect(await waits[2]).toBe(true)
    slots.leave()
    slots.leave()
    expect([await slots.enter(10), await slots.enter(10)]).toEqual([true, true])
    const none = slots.enter(10)
    await vi.advanceTimersByTimeAsync(10)
    expect(await none).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
