import 'uplot/dist/uPlot.min.css'
import { alpha, Box, Button, Typography, useTheme } from '@mui/material'
import { type KeyboardEvent, type Ref, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { useEvent } from 'react-admin'
import type uPlot from 'uplot'
import { formatDateTime, useClock } from '../../../../clock'
import { useValueText } from '../../../../components/series/useValueText'
import { type Limit, Limits } from '../Limits'
import type { Time, TimeRange } from '../range'
import { useTranslate } from '../texts'
import { Legend, type Reading } from './Legend'
import { type Line, nameOf } from './lines'
import { MarkRow } from './MarkRow'
import type { Mark } from './marks'
import { drawnOf, type Picked, pickAt, pickBy } from './nearestPoint'
import { createPlot, dataOf, type Frame, HEIGHT, looksOf, placesOf, scaleOf } from './plot'

/** The value at an index, or the last one before it: lines have values at different times. */
function valueNear(column: uPlot.AlignedData[number] | undefined, place: number): number | null {
  for (let at = place; at >= 0; at--) {
    const value = column?.[at]
    if (value !== undefined) return value
  }
  return null
}

/** Keeps the same object while its content is equal. */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [kept, keep] = useState({ text, value })
  if (kept.text !== text) keep({ text, value })
  return kept.text === text ? kept.value : value
}

const KEYS: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2 }

interface HistoryChartProps {
  lines: readonly Line[]
  range: TimeRange
  marks: readonly Mark[]
  limits: readonly Limit[]
  /** Label for screen readers. */
  label: string
  time: Pick<Time, 'zoom' | 'follow' | 'zoomBy'>
  /** Opens the message of a value. */
  onOpen: (line: Line, time: number) => void
  /** Element around the canvas. */
  frameRef: Ref<HTMLDivElement>
}

/**
 * Values over time, as lines. A drag or a pinch zooms; one finger pans. Arrow keys move from value to value, and Enter
 * or a click opens the message of one.
 */
export default function HistoryChart(props: HistoryChartProps) {
  const { lines, range, marks, limits, label, time, onOpen, frameRef } = props
  const { after, before } = range
  const theme = useTheme()
  const translate = useTranslate()
  const clock = useClock()
  const textOf = useValueText()
  const hintId = useId()
  const [chart, setChart] = useState<ReturnType<typeof createPlot> | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const [last, setPicked] = useState<Picked | null>(null)
  const picked = drawnOf(lines, last)
  const [frame, setFrame] = useState<Frame>({ left: 0, width: 0 })
  const looks = useSame(looksOf(lines))
  const data = useMemo(() => dataOf(lines), [lines])
  const markers = useMemo(() => marks.map(({ at }) => Date.parse(at)), [marks])
  const onSelect = useEvent(time.zoom)
  const onGesture = useEvent(time.follow)
  const open = ({ line, time: at }: Picked) => {
    const found = lines.find(({ key }) => key === line)
    if (found) onOpen(found, at)
  }
  const onClick = useEvent((plot: uPlot, place: { left: number; top: number }, pointerType: string) => {
    const found = pickAt(plot, lines, looks.map(scaleOf), place)
    setPicked(found)
    // A tap that reads a value must not leave the page; a button opens the message.
    if (found && pointerType !== 'touch') open(found)
  })

  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (!host) return undefined
      const places = placesOf(looks)
      const made = createPlot(host, {
        looks,
        theme,
        textOf,
        clock,
        onSelect,
        onGesture,
        onClick,
        onFrame: ({ left, width }) =>
          setFrame((now) => (now.left === left && now.width === width ? now : { left, width })),
        onCursor: (plot, place) => {
          const at = place === null ? undefined : plot.data[0][place]
          setReading(
            at === undefined || place === null
              ? null
              : { time: at, values: places.map((column) => valueNear(plot.data[column], place)) },
          )
        },
      })
      setChart(made)
      return made.destroy
    },
    [looks, clock, textOf, theme, onSelect, onGesture, onClick],
  )

  useEffect(() => chart?.show(data, { after, before }), [chart, data, after, before])
  useEffect(() => chart?.showMarkers(markers), [chart, markers])
  useEffect(() => chart?.showLimits(limits), [chart, limits])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return
    const factor = KEYS[event.key]
    const next = pickBy(event.key, lines, picked)
    const look = looks[lines.findIndex(({ key }) => key === next?.line)]
    if (factor !== undefined) time.zoomBy(factor)
    else if (next && look) {
      setPicked(next)
      chart?.point(next.time, next.value, scaleOf(look))
    } else if (event.key === 'Enter' && picked) open(picked)
    else return
    event.preventDefault()
  }

  const line = lines.find(({ key }) => key === picked?.line)
  return (
    <>
      <Box
        ref={frameRef}
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        sx={{
          '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
          '.u-select': { bgcolor: alpha(theme.palette.primary.main, 0.2) },
          '.u-over': { touchAction: 'pan-y' },
        }}
      >
        <Box ref={attach} sx={{ height: HEIGHT }} />
      </Box>
      <MarkRow {...{ marks, range, frame }} />
      <Legend lines={lines} reading={reading} />
      <Limits limits={limits} />
      <Box component="output" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {picked && line && (
          <>
            <Typography variant="body2" component="span">
              {`${nameOf(line)}: ${textOf(picked.value, line)}, ${formatDateTime(picked.time - line.shift, clock)}`}
            </Typography>
            <Button size="small" onClick={() => open(picked)}>
              {translate('devices.history.openMessage')}
            </Button>
          </>
        )}
      </Box>
      <Typography className="no-print" id={hintId} variant="caption" color="text.secondary" component="p">
        {translate(
          matchMedia('(any-pointer: coarse)').matches ? 'devices.history.touchHint' : 'devices.history.hint',
        )}
      </Typography>
    </>
  )
}
