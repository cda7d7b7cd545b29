import 'uplot/dist/uPlot.min.css'
import { createTheme } from '@mui/material'
import { formatValue } from '../../../../src/components/series/valueText'
import { createPlot, dataOf } from '../../../../src/resources/devices/history/chart/plot'

declare global {
  interface Window {
    /** Draws a line of so many points. @returns its time and that of the longest task, in milliseconds */
    draw: (points: number) => Promise<{ drawn: number; longest: number }>
  }
}

const nothing = () => undefined
const look = {
  path: 'value',
  unit: null,
  is_boolean: false,
  color: '#1f77b4',
  isEarlier: false,
  isMain: true,
}
const host = document.querySelector<HTMLElement>('#root')
if (!host) throw new Error('The page has no place for the chart.')
const chart = createPlot(host, {
  looks: [{ ...look, hasBand: false, hasDots: false }],
  theme: createTheme(),
  textOf: (value, of) => formatValue(value, 'en', of),
  clock: { locale: 'en', zone: 'UTC' },
  onCursor: nothing,
  onSelect: nothing,
  onGesture: nothing,
  onClick: nothing,
  onFrame: nothing,
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

let longest = 0
const note = (tasks: PerformanceEntryList) => {
  longest = Math.max(longest, ...tasks.map(({ duration }) => duration))
}
const tasks = new PerformanceObserver((list) => note(list.getEntries()))
tasks.observe({ type: 'longtask' })

window.draw = async (count) => {
  const start = Date.UTC(2026, 0, 1) + Math.random()
  const points = Array.from({ length: count }, (_, i): [number, number] => [
    start + i * 600_000,
    Math.sin(i / 100) + Math.random(),
  ])
  await frame()
  longest = 0
  const began = performance.now()
  chart.show(dataOf([{ points, band: null }]), { after: start, before: start + count * 600_000 })
  // uPlot draws in a microtask.
  await Promise.resolve()
  await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
  const drawn = performance.now() - began
  await frame()
  await frame()
  note(tasks.takeRecords())
  return { drawn, longest }
}
