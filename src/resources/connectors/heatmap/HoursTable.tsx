import { Box, Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { useTranslate } from '../../../i18n/translate'
import type { Hour } from './hours'
import { useHourText } from './useHourText'

interface HoursTableProps {
  hours: readonly Hour[]
  linkOf: (hour: Hour) => string | undefined
}

/** The numbers of the heatmap as a table, newest first, for those who do not see it. */
export function HoursTable({ hours, linkOf }: HoursTableProps) {
  const translate = useTranslate()
  const textOf = useHourText()
  const columns = ['hour', 'state', 'successColumn', 'failedColumn', 'attempts'] as const
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontSize: '0.875rem' }}>
        {translate('connectors.heatmap.table')}
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" sx={{ whiteSpace: 'nowrap' }} aria-label={translate('connectors.heatmap.title')}>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell key={column}>{translate(`connectors.heatmap.${column}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {hours.toReversed().map((hour) => {
              const { span, health } = textOf(hour)
              const to = linkOf(hour)
              return (
                <TableRow key={hour.start}>
                  <TableCell component="th" scope="row">
                    {to === undefined ? span : <Link {...{ component: RouterLink, to }}>{span}</Link>}
                  </TableCell>
                  <TableCell>{health}</TableCell>
                  <TableCell>{hour.success}</TableCell>
                  <TableCell>{hour.failed}</TableCell>
                  <TableCell>{hour.attempts.join(', ') || '–'}</TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}
