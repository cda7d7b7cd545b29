import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useWheel, wheelFactor } from './useSurface'

test('the wheel zooms with Ctrl or ⌘; alone it scrolls the page, and a hint says how to zoom', () => {
  vi.useFakeTimers()
  const plot = document.createElement('div')
  const element = { current: plot }
  const onZoom = vi.fn<(factor: number, x: number) => void>()
  const { result } = renderHook(() => useWheel(element, onZoom))
  const scroll = (keys: WheelEventInit) => {
    const event = new WheelEvent('wheel', { deltaY: -100, clientX: 30, cancelable: true, ...keys })
    act(() => void plot.dispatchEvent(event))
    return event
  }

  expect(scroll({}).defaultPrevented).toBe(false)
  expect(result.current.isHintShown).toBe(true)
  expect(onZoom).not.toHaveBeenCalled()
  act(() => void vi.runAllTimers())
  expect(result.current.isHintShown).toBe(false)

  scroll({})
  for (const keys of [{ ctrlKey: true }, { metaKey: true }]) expect(scroll(keys).defaultPrevented).toBe(true)
  expect(result.current.isHintShown).toBe(false)
  const factor = wheelFactor({ deltaY: -100, deltaMode: 0 })
  expect(onZoom.mock.calls).toEqual([
    [factor, 30],
    [factor, 30],
  ])
})
