import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FRESH_FOR } from '../../../../components/table'
import { useFresh } from './useFresh'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rowsOf = (...ids: string[]) => ids.map((id) => ({ id, created_at: '2026-01-02T03:04:05.678Z' }))

test('rows are new for a moment after they arrive, except the first ones', () => {
  const { result, rerender } = renderHook(({ rows }) => [...useFresh(rows)], {
    initialProps: { rows: null as ReturnType<typeof rowsOf> | null },
  })
  rerender({ rows: rowsOf('2', '1') })
  expect(result.current).toEqual([])
  rerender({ rows: rowsOf('4', '3', '2', '1') })
  expect(result.current).toEqual(['4', '3'])
  rerender({ rows: rowsOf('4', '3', '2') })
  expect(result.current).toEqual(['4', '3'])
  act(() => void vi.advanceTimersByTime(FRESH_FOR))
  expect(result.current).toEqual([])

  rerender({ rows: rowsOf('5', '4') })
  expect(result.current).toEqual(['5'])
  rerender({ rows: null })
  expect(result.current).toEqual([])
})
