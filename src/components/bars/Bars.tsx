import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
  type TypographyProps,
} from '@mui/material'
import { useId } from 'react'
import { Disclosure } from '../page/Disclosure'

interface Bar {
  /** Its full label. */
  label: string
  /** Its short label below the chart, if there is room. */
  tick: string
  value: number
  /** Its value as text. */
  text: string
  /** Its parts, from the bottom up; without them, the bar is whole. */
  parts?: readonly BarPart[]
}

interface BarPart {
  name: string
  value: number
  color: string
}

interface BarsProps {
  title?: string
  /** Name of the chart, if it has no title. */
  label?: string
  /** A summary in words. */
  summary: string
  bars: readonly Bar[]
  color: 'primary.main' | 'error.main'
  /** Height of the tallest bar, in px. */
  height?: number
  /** Column titles of the table: label, value, parts. */
  columns: readonly [string, ...string[]]
  /** The cells of a bar, except the first; by default its text. */
  cellsOf?: (bar: Bar) => readonly string[]
  /** Label of the control that opens the table. */
  tableLabel: string
}

/** In px. */
const HEIGHT = 88
/** Number of labels below a chart. */
const TICKS = 4
/** More bars have no gaps. */
const GAPS_MAX = 60

const small: TypographyProps = { variant: 'body2', color: 'text.secondary' }

const textOf = ({ text }: Bar) => [text]

/** A bar chart. The pointer shows each value; a table has them for people who do not see the bars or use no pointer. */
export function Bars({
  title,
  label: name,
  summary,
  bars,
  color,
  height = HEIGHT,
  columns,
  cellsOf = textOf,
  tableLabel,
}: BarsProps) {
  const titleId = useId()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.max(1, Math.ceil(bars.length / TICKS))
  return (
    <Box
      component="figure"
      {...(title === undefined ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
      sx={{ m: 0, minWidth: 0 }}
    >
      {title !== undefined && (
        <Typography component="figcaption" variant="h3" id={titleId}>
          {title}
        </Typography>
      )}
      <Typography {...small}>{summary}</Typography>
      <Box aria-hidden sx={{ my: 1 }}>
        <Box
          sx={{
            display: 'flex',
            height,
            borderBottom: 1,
            borderColor: 'divider',
            '> div': {
              flex: 1,
              minWidth: 0,
              px: bars.length > GAPS_MAX ? 0 : '1px',
              display: 'flex',
              alignItems: 'flex-end',
            },
            '> div:hover': { bgcolor: 'action.hover' },
          }}
        >
          {bars.map(({ label, value, text, parts = [{ name: label, value, color }] }) => (
            <Tooltip key={label} disableInteractive title={`${label}: ${text}`}>
              <div>
                <Box
                  style={{ height: `${(100 * value) / most}%` }}
                  sx={{
                    width: 1,
                    minHeight: value > 0 ? '2px' : 0,
                    display: 'flex',
                    flexDirection: 'column-reverse',
                    borderRadius: '2px 2px 0 0',
                    overflow: 'hidden',
                  }}
                >
                  {parts.map((part) => (
                    <Box key={part.name} style={{ flexGrow: part.value }} sx={{ bgcolor: part.color }} />
                  ))}
                </Box>
              </div>
            </Tooltip>
          ))}
        </Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12, color: 'text.secondary' }}>
          {bars
            .filter((_, index) => index % step === 0)
            .map(({ label, tick }) => (
              <Box key={label} sx={{ flex: 1 }}>
                {tick}
              </Box>
            ))}
        </Box>
      </Box>
      <Disclosure label={tableLabel}>
        <Table
          size="small"
          {...(title === undefined ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
        >
          <TableHead>
            <TableRow>
              {columns.map((column, index) => (
                <TableCell key={column} align={index === 0 ? 'left' : 'right'}>
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {bars.toReversed().map((bar) => (
              <TableRow key={bar.label}>
                <TableCell component="th" scope="row">
                  {bar.label}
                </TableCell>
                {cellsOf(bar).map((cell, index) => (
                  <TableCell key={columns[index + 1]} align="right">
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Disclosure>
    </Box>
  )
}
