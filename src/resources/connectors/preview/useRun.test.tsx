import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Sandbox } from '#sandbox'
import { RUN_DELAY, useRun } from './useRun'

/** A sandbox that answers with the code, once it is told to. */
function heldSandbox() {
  const held: (() => void)[] = []
  const run = vi.fn<Sandbox['run']>(
    ({ source }) =>
      new Promise((resolve) => {
        held.push(() => resolve({ value: JSON.stringify(source), logs: [], milliseconds: 1 }))
      }),
  )
  const answer = (index: number) => act(async () => held[index]?.())
  return { sandbox: { run }, run, answer }
}

const pause = (milliseconds = RUN_DELAY) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const show = (sandbox: Pick<Sandbox, 'run'>, input: string | null = '{}') =>
  renderHook(({ source }) => useRun(sandbox, source, input), { initialProps: { source: 'first' } })

beforeEach(() => void vi.useFakeTimers())
test('code runs once the person pauses, and what it gave stays until the next run has ended', async () => {
  const { sandbox, run, answer } = heldSandbox()
  const { result, rerender } = show(sandbox)
  await pause(RUN_DELAY - 1)
  rerender({ source: 'second' })
  await pause(RUN_DELAY - 1)
  expect(run).not.toHaveBeenCalled()
  expect(result.current).toMatchObject({ run: null, isRunning: true })
  await pause(1)
  await answer(0)
  expect(result.current).toMatchObject({ run: { source: 'second' }, isRunning: false })

  rerender({ source: 'third' })
  expect(result.current).toMatchObject({ run: { source: 'second' }, isRunning: true })
  await pause()
  await answer(1)
  expect(result.current).toMatchObject({ run: { source: 'third' }, isRunning: false })
})

test('what a run gives that was overtaken is not shown', async () => {
  const { sandbox, answer } = heldSandbox()
  const { result, rerender } = show(sandbox)
  await pause()
  rerender({ source: 'second' })
  await pause()
  await answer(1)
  await answer(0)
  expect(result.current.run).toMatchObject({ source: 'second' })
})

test('without an input nothing runs', async () => {
  const { sandbox, run } = heldSandbox()
  const { result } = show(sandbox, null)
  await pause()
  expect(run).not.toHaveBeenCalled()
  expect(result.current).toEqual({ run: null, isRunning: false })
})

test('a sandbox that does not start is told', async () => {
  const { result } = show({ run: () => Promise.reject(new Error('cannot be started')) })
  await pause()
  expect(result.current).toMatchObject({ run: { outcome: null }, isRunning: false })
})
