import { createTheme } from '@mui/material'
import { expect, test, vi } from 'vitest'
import { stubCanvas, textWidth } from '../../../../../tests/support/canvas'
import { formatValue } from '../../../../components/series/valueText'
import type { Line, Points } from './lines'

stubCanvas()

const WIDTH = 800
/** Most pixels beside a label: a phone has no more. */
const ROOM = 10

const lineOf = (path: string, points: Points, unit: string | null): Line => ({
  path,
  label: path,
  unit,
  decimals: null,
  is_boolean: false,
  deviceId: 'a',
  shift: 0,
  name: null,
  key: path,
  color: '#000000',
  points,
  band: null,
  summary: null,
})

/** Labels of the number axes, each with the pixels from its ends to those of the canvas. */
async function labelsOf(lines: readonly Line[]) {
  // The module reads the screen as soon as it is loaded.
  const { createPlot, dataOf, looksOf } = await import('./plot')
  const drawn: { text: string; x: number }[] = []
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('there is a canvas')
  context.fillText = (text, x) => void drawn.push({ text, x })
  const host = document.createElement('div')
  Object.defineProperty(host, 'clientWidth', { value: WIDTH })
  const nothing = () => undefined
  const chart = createPlot(host, {
    looks: looksOf(lines),
    theme: createTheme(),
    textOf: (value, of) => (of.is_boolean ? (value === 0 ? 'no' : 'yes') : formatValue(value, 'en', of)),
    clock: { zone: 'UTC', locale: 'en' },
    onCursor: nothing,
    onSelect: nothing,
    onGesture: nothing,
    onClick: nothing,
    onFrame: nothing,
  })
  chart.show(dataOf(lines), { after: 0, before: 1000 })
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  const { left, width } = chart.plot.bbox
  chart.destroy()
  return drawn.flatMap(({ text, x }) => {
    if (x < left) return { text, room: x - textWidth(text) }
    return x > left + width ? { text, room: WIDTH - x - textWidth(text) } : []
  })
}

const pointsAround = (value: number): Points => [0, 500, 1000].map((time, i) => [time, value + i / 4])

test('the axes of a history have space for all digits of their labels, and not much more', async () => {
  const labels = await labelsOf([
    lineOf('volume', pointsAround(4_744_250), 'm³'),
    lineOf('uptime', pointsAround(1_795_880_003_000), 'ms'),
  ])
  const texts = labels.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringMatching(/^4,744,250.*m³$/))
  expect(texts).toContainEqual(expect.stringMatching(/^\d,\d{3},\d{3},\d{3},\d{3}.*ms$/))
  for (const { text, room } of labels) expect(room, text).toBeGreaterThanOrEqual(0)
  for (const side of [/m³$/, /ms$/])
    expect(Math.min(...labels.flatMap(({ text, room }) => (side.test(text) ? room : [])))).toBeLessThan(ROOM)
})

test('ids and times have no separators beside an axis', async () => {
  const labels = await labelsOf([lineOf('modem.imei', pointsAround(351_358_811_124_772), null)])
  expect(labels.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^\d{15}$/))
})

test('the labels of an axis have no rounding errors of added steps', async () => {
  const points: Points = [0, 500, 1000].map((time, i) => [time, i * 1.32e29])
  const labels = await labelsOf([lineOf('huge', points, null)])
  for (const { text } of labels) expect(text.length, text).toBeLessThan(10)
})

test('the axis of booleans has only two marks', async () => {
  const points: Points = [0, 500, 1000].map((time, i) => [time, i % 2])
  const labels = await labelsOf([{ ...lineOf('valve.open', points, null), is_boolean: true }])
  expect(labels.map(({ text }) => text)).toEqual(['no', 'yes'])
})
