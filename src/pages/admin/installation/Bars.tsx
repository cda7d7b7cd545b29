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
import { Disclosure } from '../../../components/page/Disclosure'
import { useTranslate } from '../texts'

/** One bar of a chart. */
export interface Bar {
  /** What it is of, in full. */
  label: string
  /** The same below the chart, where there is room. */
  tick: string
  value: number
  /** Its value for people. */
  text: string
}

interface BarsProps {
  title: string
  /** The whole in words. */
  summary: string
  bars: readonly Bar[]
  color: 'primary.main' | 'error.main'
  /** Titles of the columns of the table. */
  columns: readonly [string, string]
}

/** In px. */
const HEIGHT = 88
/** Labels below a chart. */
const TICKS = 4

const small: TypographyProps = { variant: 'body2', color: 'text.secondary' }

/** Numbers as bars; the pointer shows each, and a table has them for those who do not see the bars or use no pointer. */
export function Bars({ title, summary, bars, color, columns }: BarsProps) {
  const translate = useTranslate()
  const titleId = useId()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.max(1, Math.ceil(bars.length / TICKS))
  return (
    <Box component="figure" aria-labelledby={titleId} sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="h3" id={titleId}>
        {title}
      </Typography>
      <Typography {...small}>{summary}</Typography>
      <Box aria-hidden sx={{ my: 1 }}>
        <Box
          sx={{
            display: 'flex',
            height: HEIGHT,
            borderBottom: 1,
            borderColor: 'divider',
            '> div': { flex: 1, minWidth: 0, px: '1px', display: 'flex', alignItems: 'flex-end' },
            '> div:hover': { bgcolor: 'action.hover' },
          }}
        >
          {bars.map(({ label, value, text }) => (
            <Tooltip key={label} disableInteractive title={`${label}: ${text}`}>
              <div>
                <Box
                  style={{ height: `${(100 * value) / most}%` }}
                  sx={{
                    width: 1,
                    minHeight: value > 0 ? '2px' : 0,
                    bgcolor: color,
                    borderRadius: '2px 2px 0 0',
                  }}
                />
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
      <Disclosure label={translate('admin.hours.table')}>
        <Table size="small" aria-labelledby={titleId}>
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
            {bars.toReversed().map(({ label, text }) => (
              <TableRow key={label}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <TableCell align="right">{text}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Disclosure>
    </Box>
  )
}
