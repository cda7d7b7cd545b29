import { Box, styled, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useLocale } from 'react-admin'
import { formatTime } from '../../../components/page/TimeText'
import { useTranslate } from '../../../i18n/translate'
import { formatValue } from '../chart/format'
import { type Series, type Summary, summaryOf } from '../series/series'

const Toggle = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: 32,
  padding: theme.spacing(0.25, 1),
  margin: theme.spacing(0, -1),
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '&[aria-pressed="false"]': { color: theme.palette.text.secondary, textDecoration: 'line-through' },
  '& > span': { width: 12, height: 12, borderRadius: 3, flexShrink: 0, border: '2px solid' },
}))

const COLUMNS = ['last', 'min', 'mean', 'max', 'count'] as const

const valueOf = (summary: Summary, column: (typeof COLUMNS)[number]) =>
  column === 'last' ? summary.last.value : summary[column]

/** Means have more digits than anyone reads. */
const MEAN_DIGITS = 5

interface LegendProps {
  series: readonly Series[]
  /** Labels of those that are hidden. */
  hidden: ReadonlySet<string>
  onToggle: (label: string) => void
}

/** The series with their colours and numbers; each can be hidden. It says in words what the chart shows. */
export function Legend({ series, hidden, onToggle }: LegendProps) {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={translate('dashboard.legend.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('dashboard.legend.title')}</TableCell>
            {COLUMNS.map((column) => (
              <TableCell key={column} align="right">
                {translate(`dashboard.legend.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {series.map((line) => {
            const { label, color } = line
            const summary = summaryOf(line)
            return (
              <TableRow key={label}>
                <TableCell component="th" scope="row" sx={{ minWidth: 140, py: 0.25 }}>
                  <Toggle
                    type="button"
                    aria-pressed={!hidden.has(label)}
                    aria-label={translate('dashboard.legend.toggle', { series: label })}
                    onClick={() => onToggle(label)}
                  >
                    <span
                      style={{
                        borderColor: color,
                        backgroundColor: hidden.has(label) ? 'transparent' : color,
                      }}
                    />
                    {label}
                  </Toggle>
                </TableCell>
                {COLUMNS.map((column) => (
                  <TableCell
                    key={column}
                    align="right"
                    title={column === 'last' && summary ? formatTime(summary.last.time, locale) : undefined}
                  >
                    {summary &&
                      formatValue(
                        column === 'mean'
                          ? Number(summary.mean.toPrecision(MEAN_DIGITS))
                          : valueOf(summary, column),
                        locale,
                      )}
                  </TableCell>
                ))}
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Box>
  )
}
