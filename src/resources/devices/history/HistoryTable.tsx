import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  Typography,
} from '@mui/material'
import { useMemo, useState } from 'react'
import { formatDateTime, useClock } from '../../../clock'
import { Disclosure } from '../../../components/page/Disclosure'
import { useValueText } from '../../../components/series/useValueText'
import { type Line, nameOf, rowsOf } from './chart/lines'
import { type Mark, marksIn, useMarkText } from './chart/marks'
import type { TimeRange } from './range'
import { useTranslate } from './texts'

/** Largest number of rows. */
const ROWS_MAX = 100

/** The sort of the time; others are keys of lines. */
const TIME = 'time'

interface Sort {
  by: string
  order: 'asc' | 'desc'
}
const NEWEST_FIRST: Sort = { by: TIME, order: 'desc' }

type Row = ReturnType<typeof rowsOf>[number] | { time: number; mark: Mark }

/** The rows in an order. Rows without the value come last, in either one; equal ones are the newest first. */
function sorted(rows: readonly Row[], lines: readonly Line[], { by, order }: Sort): Row[] {
  const sign = order === 'asc' ? 1 : -1
  const newest = (a: Row, b: Row) => b.time - a.time
  if (by === TIME) return rows.toSorted((a, b) => sign * (a.time - b.time))
  const place = lines.findIndex(({ key }) => key === by)
  const valueOf = (row: Row) => ('values' in row ? row.values[place] : undefined)
  return rows.toSorted((a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)]
    if (first === undefined || second === undefined)
      return first === second ? newest(a, b) : first === undefined ? 1 : -1
    return sign * (first - second) || newest(a, b)
  })
}

interface HistoryTableProps {
  lines: readonly Line[]
  marks: readonly Mark[]
  range: TimeRange
}

/** Numbers of a chart, the newest first or sorted by a value, for people who do not see it, and for copying. */
export function HistoryTable({ lines, marks, range: { after, before } }: HistoryTableProps) {
  const translate = useTranslate()
  const clock = useClock()
  const markText = useMarkText()
  const [sort, setSort] = useState<Sort>(NEWEST_FIRST)
  const rows = useMemo(() => {
    const markers = marksIn(marks, { after, before }).map((mark) => ({ time: Date.parse(mark.at), mark }))
    return sorted([...markers, ...rowsOf(lines)], lines, sort)
  }, [lines, marks, after, before, sort])
  const headOf = (by: string, label: string) => ({
    sortDirection: sort.by === by && sort.order,
    children: (
      <TableSortLabel
        active={sort.by === by}
        direction={sort.by === by ? sort.order : 'desc'}
        onClick={() => setSort({ by, order: sort.by === by && sort.order === 'desc' ? 'asc' : 'desc' })}
      >
        {label}
      </TableSortLabel>
    ),
  })
  const textOf = useValueText()
  return (
    <Disclosure label={translate('devices.history.table')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only a focused element scrolls by keys */}
      <Box
        component="section"
        tabIndex={0}
        aria-label={translate('devices.history.table')}
        sx={{ overflow: 'auto', maxHeight: 400 }}
      >
        <Table
          size="small"
          stickyHeader
          sx={{ whiteSpace: 'nowrap', tbody: { fontVariantNumeric: 'tabular-nums' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell {...headOf(TIME, translate('devices.history.time'))} />
              {lines.map((line) => (
                <TableCell
                  key={line.key}
                  align="right"
                  title={line.path}
                  {...headOf(line.key, nameOf(line))}
                />
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, ROWS_MAX).map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- several events may have the same time
              <TableRow key={place}>
                <TableCell component="th" scope="row">
                  {formatDateTime(row.time, clock)}
                </TableCell>
                {'mark' in row ? (
                  <TableCell colSpan={lines.length}>{markText(row.mark)}</TableCell>
                ) : (
                  lines.map((line, place) => {
                    const value = row.values[place]
                    return (
                      <TableCell key={line.key} align="right">
                        {value === undefined ? '' : textOf(value, line)}
                      </TableCell>
                    )
                  })
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {rows.length > ROWS_MAX && (
        <Typography variant="caption" color="text.secondary">
          {translate('devices.history.tableRows', { smart_count: ROWS_MAX })}
        </Typography>
      )}
    </Disclosure>
  )
}
