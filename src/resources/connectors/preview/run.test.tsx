import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { failureFor, unknownFailure } from '#contract/connectors'
import type { Outcome, Sandbox } from '#sandbox'
import { i18nIn } from '../../../../tests/support/texts'
import { I18nRoot } from '../../../i18n'
import { type FailedVerdict, RUN_DELAY, useErrorLine, useRun, verdictOf } from './run'

const i18n = await i18nIn('cs')

describe('a verdict', () => {
  const ran = { taken: null, lost: [], logs: [], milliseconds: 1 }
  const returned = (value: unknown): Outcome => ({ ...ran, value: JSON.stringify(value) })

  test('is a request to send, or a cancellation for null', () => {
    expect(verdictOf(returned({ url: 'https://example.com', data: [1] }), 'webhook')).toMatchObject({
      kind: 'sent',
      request: { method: 'POST', url: 'https://example.com', body: '[1]' },
    })
    expect(verdictOf(returned(null), 'webhook')).toEqual({ kind: 'cancelled' })
  })

  test('keeps the text of an error that the code threw', () => {
    const thrown = { name: 'TypeError', message: 'no sensor', line: 3 }
    const failure = { error: 'no sensor', error_code: null, error_detail: null }
    expect(verdictOf({ ...ran, error: thrown }, 'webhook')).toEqual({ kind: 'failed', failure, thrown })
  })

  test('has a reason for an exceeded limit and for an invalid request', () => {
    const reason = failureFor('function_late', 250)
    const thrown = { name: 'TimeoutError', message: reason.error, reason }
    expect(verdictOf({ ...ran, error: thrown }, 'webhook')).toEqual({
      kind: 'failed',
      failure: reason,
      thrown,
    })
    expect(verdictOf(returned({ url: 'here' }), 'webhook')).toEqual({
      kind: 'failed',
      failure: failureFor('request_url'),
    })
  })
})

const late = failureFor('function_late', 250)

test.each<[Omit<FailedVerdict, 'kind'>, string]>([
  [{ failure: unknownFailure('no body'), thrown: { name: 'Error', message: 'no body' } }, 'Error: no body'],
  [
    { failure: unknownFailure('no'), thrown: { name: 'TypeError', message: 'no', line: 3 } },
    'Error: TypeError: no (řádek 3)',
  ],
  [
    { failure: late, thrown: { name: 'TimeoutError', message: late.error } },
    'Error: TimeoutError: funkce běžela déle než 250 ms',
  ],
  [{ failure: failureFor('data_depth') }, 'Error: data jsou vnořená příliš hluboko'],
])(
  'an error line starts with "Error", and its reason is in the language of the console: %j',
  (failed, line) => {
    const { result } = renderHook(useErrorLine, {
      wrapper: ({ children }) => <I18nRoot value={i18n}>{children}</I18nRoot>,
    })
    expect(result.current({ kind: 'failed', ...failed })).toBe(line)
  },
)

describe('code', () => {
  /** A sandbox that returns the code once `answer` is called. */
  function heldSandbox() {
    const held: (() => void)[] = []
    const run = vi.fn<Sandbox['run']>(
      ({ source }) =>
        new Promise((resolve) => {
          held.push(() =>
            resolve({ value: JSON.stringify(source), taken: null, lost: [], logs: [], milliseconds: 1 }),
          )
        }),
    )
    const answer = (index: number) => act(async () => held[index]?.())
    return { sandbox: { run }, run, answer }
  }

  const pause = (milliseconds = RUN_DELAY) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  const show = (sandbox: Pick<Sandbox, 'run'>, input: string | null = '{}') =>
    renderHook(({ source }) => useRun(sandbox, source, input), { initialProps: { source: 'first' } })

  beforeEach(() => void vi.useFakeTimers())

  test('runs once the person pauses, and its result stays until the next run has ended', async () => {
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

  test('that was overtaken by a newer run shows no result', async () => {
    const { sandbox, answer } = heldSandbox()
    const { result, rerender } = show(sandbox)
    await pause()
    rerender({ source: 'second' })
    await pause()
    await answer(1)
    await answer(0)
    expect(result.current.run).toMatchObject({ source: 'second' })
  })

  test('does not run without an input', async () => {
    const { sandbox, run } = heldSandbox()
    const { result } = show(sandbox, null)
    await pause()
    expect(run).not.toHaveBeenCalled()
    expect(result.current).toEqual({ run: null, isRunning: false })
  })

  test('has no outcome if the sandbox does not start', async () => {
    const { result } = show({ run: () => Promise.reject(new Error('cannot be started')) })
    await pause()
    expect(result.current).toMatchObject({ run: { outcome: null }, isRunning: false })
  })
})
