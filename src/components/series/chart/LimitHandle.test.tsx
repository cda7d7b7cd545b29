import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { beside, LimitHandle } from './LimitHandle'

beforeAll(() => {
  // Not in jsdom.
  HTMLElement.prototype.setPointerCapture = () => undefined
})

const scale = { left: 40, top: 10, width: 500, height: 200, least: 0, greatest: 100 }

/** A limit of a chart, and the values that were chosen for it. */
function Stage({ first, chosen }: { first: number | null; chosen: number[] }) {
  const [value, setValue] = useState(first)
  const choose = (next: number) => {
    chosen.push(next)
    setValue(next)
  }
  return (
    <LimitHandle
      {...{ scale }}
      value={value ?? 80}
      isProposed={value === null}
      onChange={choose}
      label="Limit"
      textOf={(one) => `${one} °C`}
      hint="drag it"
    />
  )
}

const limit = () => screen.getByRole('slider', { name: 'Limit' })

test('a drag moves the limit with the pointer, and chooses its value once, at its end', () => {
  const chosen: number[] = []
  render(<Stage first={50} chosen={chosen} />)
  fireEvent.pointerDown(limit(), { clientY: 300, button: 0 })
  fireEvent.pointerMove(limit(), { clientY: 280 })
  fireEvent.pointerMove(limit(), { clientY: 260 })
  expect(limit().getAttribute('aria-valuetext')).toBe('70 °C')
  expect(chosen).toEqual([])
  fireEvent.pointerUp(limit(), { clientY: 260 })
  expect(chosen).toEqual([70])
  fireEvent.pointerDown(limit(), { clientY: 100, button: 0 })
  fireEvent.pointerMove(limit(), { clientY: 5000 })
  expect(limit().getAttribute('aria-valuetext')).toBe('0 °C')
  fireEvent.pointerCancel(limit())
  expect(limit().getAttribute('aria-valuetext')).toBe('70 °C')
})

test('keys move it in round steps, and choose a proposed value', () => {
  const chosen: number[] = []
  render(<Stage first={null} chosen={chosen} />)
  expect(limit().getAttribute('aria-valuetext')).toBe('80 °C, drag it')
  for (const key of ['Enter', 'Enter', 'ArrowUp', 'PageDown']) fireEvent.keyDown(limit(), { key })
  expect(chosen).toEqual([80, 81, 71])
  expect(limit().getAttribute('aria-valuetext')).toBe('71 °C')
})

test('a limit is proposed at the next round value beyond the values', () => {
  expect(beside(21.37, 'above', { least: 17.2, greatest: 21.37 })).toBe(21.4)
  expect(beside(17.23, 'below', { least: 17.23, greatest: 21.37 })).toBe(17.2)
  expect(beside(5, 'above', { least: 5, greatest: 5 })).toBe(5)
})
