import { Box } from '@mui/material'
import { useMemo } from 'react'
import { formatDateTime, useClock } from '../../../../clock'
import { SeriesName } from '../../../../components/series/SeriesName'
import { useValueText } from '../../../../components/series/useValueText'
import { useTranslate } from '../texts'
import type { Line } from './lines'

/** Time and values at the cursor. */
export interface Reading {
  time: number
  values: (number | null)[]
}

interface LegendProps {
  lines: readonly Line[]
  reading: Reading | null
}

/** The most decimals of a mean. */
const DECIMALS_MAX = 6

/** Decimals of a number as it is written. */
const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0

/** Lowest and highest value of a line, and their mean if it is known; null if they mean nothing. */
function rangeOf({ points, band, summary, is_boolean, decimals }: Line) {
  if (is_boolean || points.length < 2) return null
  let [least, greatest, written] = [summary?.least ?? Infinity, summary?.greatest ?? -Infinity, 0]
  for (const value of [
    ...points.map((point) => point[1]),
    ...(band?.least ?? []),
    ...(band?.greatest ?? []),
  ]) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
    written = Math.max(written, decimalsOf(value))
  }
  // A mean of many values has endless decimals: one more than the values is enough.
  const mean = summary && Number(summary.mean.toFixed(decimals ?? Math.min(written + 1, DECIMALS_MAX)))
  return { least, greatest, mean }
}

/** Names of the lines, with their values at the cursor. */
export function Legend({ lines, reading }: LegendProps) {
  const clock = useClock()
  const translate = useTranslate()
  const textOf = useValueText()
  const ranges = useMemo(() => lines.map(rangeOf), [lines])
  return (
    <Box sx={{ typography: 'body2', mt: 1 }}>
      <Box
        component="ul"
        aria-label={translate('devices.history.lines')}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 3,
          rowGap: 0.5,
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {lines.map((line, place) => {
          const range = ranges[place]
          const value = reading ? reading.values[place] : line.points.at(-1)?.[1]
          return (
            <Box
              component="li"
              key={line.key}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
            >
              <Box
                component="span"
                sx={{
                  width: 16,
                  borderTop: `3px ${line.shift > 0 ? 'dashed' : 'solid'} ${line.color}`,
                  opacity: line.shift > 0 ? 0.7 : 1,
                }}
              />
              <span>
                <SeriesName path={line.path} label={line.label} />
                {line.name !== null && <span>{` · ${line.name}`}</span>}
              </span>{' '}
              <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
                {value === null || value === undefined ? '–' : textOf(value, line)}
              </Box>{' '}
              {range && (
                <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {translate(range.mean === null ? 'devices.history.extremes' : 'devices.history.summary', {
                    least: textOf(range.least, line),
                    greatest: textOf(range.greatest, line),
                    mean: range.mean === null ? '' : textOf(range.mean, line),
                  })}
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
      {/* Keeps its height, so that nothing moves with the cursor. */}
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minHeight: '1.43em' }}>
        {reading && formatDateTime(reading.time, clock)}
      </Box>
    </Box>
  )
}
