import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useMemo } from 'react'
import { formatDateTime, useClock } from '../../../clock'
import { Disclosure } from '../../../components/page/Disclosure'
import { useValueText } from '../../../components/series/useValueText'
import { type Line, nameOf, rowsOf } from './chart/lines'
import { type Mark, marksIn, useMarkText } from './chart/marks'
import type { TimeRange } from './range'
import { useTranslate } from './texts'

/** Largest number of rows. */
const ROWS_MAX = 100

interface HistoryTableProps {
  lines: readonly Line[]
  marks: readonly Mark[]
  range: TimeRange
}

/** Numbers of a chart, newest first, for people who do not see it, and for copying. */
export function HistoryTable({ lines, marks, range: { after, before } }: HistoryTableProps) {
  const translate = useTranslate()
  const clock = useClock()
  const markText = useMarkText()
  const rows = useMemo(() => {
    const markers = marksIn(marks, { after, before }).map((mark) => ({ time: Date.parse(mark.at), mark }))
    return [...markers, ...rowsOf(lines)].toSorted((a, b) => b.time - a.time)
  }, [lines, marks, after, before])
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
              <TableCell>{translate('devices.history.time')}</TableCell>
              {lines.map((line) => (
                <TableCell key={line.key} align="right" title={line.path}>
                  {nameOf(line)}
                </TableCell>
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
