import { Box, styled } from '@mui/material'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { ValueScale } from './valuePlot'

/** Height of the part that can be dragged, in pixels. */
const GRIP = 40
/** Steps from the bottom of a chart to its top, at least. */
const STEPS = 100
/** How many steps Page Up and Page Down move. */
const PAGE = 10

/** A round step of which a scale has at least `STEPS`: 1, 2 or 5 with a power of ten. */
function stepOf({ least, greatest }: Pick<ValueScale, 'least' | 'greatest'>): number {
  const most = (greatest - least) / STEPS
  const power = 10 ** Math.floor(Math.log10(most))
  return power * ([5, 2].find((factor) => factor * power <= most) ?? 1)
}

/** The nearest multiple of a step, without rounding errors. */
const roundTo = (value: number, step: number) => Number((Math.round(value / step) * step).toPrecision(12))

/** A value beside which a limit is proposed: the nearest round one above or below it. */
export function beside(
  value: number,
  kind: 'above' | 'below',
  of: { least: number; greatest: number },
): number {
  const step = 5 * stepOf(of.greatest > of.least ? of : { least: 0, greatest: Math.abs(value) || 1 })
  const near = kind === 'above' ? Math.ceil(value / step) : Math.floor(value / step)
  return Number((near * step).toPrecision(12))
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: PAGE,
  PageDown: -PAGE,
}

const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  height: GRIP,
  marginTop: -GRIP / 2,
  cursor: 'ns-resize',
  touchAction: 'none',
  userSelect: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    top: GRIP / 2 - 1,
    borderTop: `2px dashed ${theme.palette.warning.main}`,
  },
  '&[data-proposed]::before': { borderTopStyle: 'dotted' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -8 },
}))

interface LimitHandleProps {
  scale: ValueScale
  value: number
  /** Whether nobody has chosen the value yet: Enter does, and so does a drag. */
  isProposed: boolean
  onChange: (value: number) => void
  /** Accessible name. */
  label: string
  /** Writes a value with its unit. */
  textOf: (value: number) => string
  /** What to do with it, while the value is only proposed. */
  hint: string
}

/** A line across a chart that one drags, or moves by the arrow keys. A drag changes nothing before it ends. */
export function LimitHandle({ scale, value, isProposed, onChange, label, textOf, hint }: LimitHandleProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  // The chart may redraw during a drag.
  const held = useRef<{ scale: ValueScale; top: number } | null>(null)
  const shown = dragged ?? value
  const { left, top, width, height, least, greatest } = scale
  const step = stepOf(scale)
  const valueAt = ({ clientY }: PointerEvent) => {
    const { scale: of, top: from } = held.current ?? { scale, top: 0 }
    const share = 1 - Math.min(Math.max((clientY - from) / of.height, 0), 1)
    return roundTo(of.least + share * (of.greatest - of.least), stepOf(of))
  }
  const place = top + (height * (greatest - shown)) / (greatest - least)
  const onPointerDown = ({ button, currentTarget, clientY, pointerId }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return
    // A press beside the line does not move it.
    held.current = { scale, top: clientY - (place - top) }
    currentTarget.setPointerCapture(pointerId)
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (held.current === null) return
    const next = event.type === 'pointercancel' ? null : (dragged ?? (isProposed ? value : null))
    held.current = null
    setDragged(null)
    if (next !== null) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const steps = KEYS[event.key]
    const isChosen = isProposed && (event.key === 'Enter' || event.key === ' ')
    if (steps !== undefined) onChange(roundTo(value + steps * step, step))
    else if (isChosen) onChange(value)
    else return
    event.preventDefault()
  }
  return (
    <Line
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={Math.min(least, shown)}
      aria-valuemax={Math.max(greatest, shown)}
      aria-valuenow={shown}
      aria-valuetext={isProposed && dragged === null ? `${textOf(shown)}, ${hint}` : textOf(shown)}
      data-proposed={(isProposed && dragged === null) || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => held.current && setDragged(valueAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      style={{ left, width, top: place }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          position: 'absolute',
          right: 8,
          top: GRIP / 2 - 12,
          px: 1,
          borderRadius: 1,
          bgcolor: 'warning.main',
          color: 'warning.contrastText',
          typography: 'body2',
          lineHeight: '24px',
          fontVariantNumeric: 'tabular-nums',
          maxWidth: '100%',
          overflow: 'hidden',
          whiteSpace: 'nowrap',
          textOverflow: 'ellipsis',
        }}
      >
        {isProposed && dragged === null ? hint : textOf(shown)}
      </Box>
    </Line>
  )
}
