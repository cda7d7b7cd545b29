import { expect, onTestFinished, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import type { TimeRange } from '../range'
import { addGestures } from './gestures'

const WIDTH = 100

/** A plot of a hundred hours, a pixel each, which records changes of its range. */
function aPlot() {
  const over = document.createElement('div')
  Object.defineProperty(over, 'clientWidth', { value: WIDTH })
  Object.assign(over, { setPointerCapture: () => undefined })
  const seen = { moved: [] as TimeRange[], ended: [] as TimeRange[] }
  onTestFinished(
    addGestures(over, {
      rangeOf: () => ({ after: 0, before: WIDTH * HOUR }),
      onMove: (range) => seen.moved.push(range),
      onEnd: (range) => seen.ended.push(range),
    }),
  )
  const send = (
    type: string,
    pointerId: number,
    clientX: number,
    pointerType = 'touch',
    shiftKey = false,
  ) => {
    const event = new MouseEvent(type, { clientX, shiftKey })
    over.dispatchEvent(Object.assign(event, { pointerId, pointerType }))
  }
  return { ...seen, send }
}

const inHours = ({ after, before }: TimeRange) => [after / HOUR, before / HOUR].map(Math.round)

test('one finger moves the range', () => {
  const { moved, ended, send } = aPlot()
  send('pointerdown', 1, 50)
  send('pointermove', 1, 70)
  expect(moved.map(inHours)).toEqual([[-20, 80]])
  expect(ended).toEqual([])
  send('pointerup', 1, 70)
  expect(ended.map(inHours)).toEqual([[-20, 80]])
})

test('two fingers zoom, and keep their points below them', () => {
  const { ended, send } = aPlot()
  send('pointerdown', 1, 40)
  send('pointerdown', 2, 70)
  send('pointermove', 1, 20)
  send('pointermove', 2, 80)
  send('pointerup', 1, 20)
  send('pointerup', 2, 80)
  // 40 h is at 20 px and 70 h at 80 px: half an hour each pixel.
  expect(ended.map(inHours)).toEqual([[30, 80]])
})

test('a tap moves nothing, and scrolling the page undoes a move', () => {
  const { moved, ended, send } = aPlot()
  send('pointerdown', 1, 50)
  send('pointermove', 1, 52)
  send('pointerup', 1, 52)
  expect(moved).toEqual([])
  send('pointerdown', 1, 50)
  send('pointermove', 1, 70)
  send('pointercancel', 1, 70)
  expect(moved.map(inHours).at(-1)).toEqual([0, 100])
  expect(ended).toEqual([])
})

test('the mouse moves the range only with Shift', () => {
  const { ended, send } = aPlot()
  send('pointerdown', 1, 50, 'mouse')
  send('pointermove', 1, 60, 'mouse')
  send('pointerup', 1, 60, 'mouse')
  expect(ended).toEqual([])
  send('pointerdown', 1, 50, 'mouse', true)
  send('pointermove', 1, 60, 'mouse')
  send('pointerup', 1, 60, 'mouse')
  expect(ended.map(inHours)).toEqual([[-10, 90]])
})
