import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { Installation } from '#contract/admin'
import { Field, FieldList, RelativeTime, Section, TimeText } from '../../../components/page'
import { useTranslate } from '../texts'

const COLUMNS = ['host', 'version', 'started', 'seen'] as const

/** The servers that run on the database, and their background work. */
export function Copies({
  copies,
  history,
  housekeeping,
}: Pick<Installation, 'copies' | 'history' | 'housekeeping'>) {
  const translate = useTranslate()
  return (
    <Section title={translate('admin.copies.title')}>
      <FieldList>
        <Field label={translate('admin.copies.housekeeping')}>
          <TimeText value={housekeeping.finished_at} relative />
        </Field>
        {history && (
          <Field label={translate('admin.copies.lacking')}>
            {history.oldest_waiting_at === null ? (
              translate('admin.copies.noneLacking')
            ) : (
              <TimeText value={history.oldest_waiting_at} relative />
            )}
          </Field>
        )}
      </FieldList>
      <Box sx={{ mt: 2, overflowX: 'auto' }}>
        {copies.length === 0 && <span>{translate('admin.copies.none')}</span>}
        {copies.length > 0 && (
          <Table
            size="small"
            aria-label={translate('admin.copies.title')}
            sx={{
              '.MuiTableCell-root': {
                px: { xs: 0.5, sm: 2 },
                '&:first-of-type': { pl: 0 },
                '&:last-of-type': { pr: 0 },
              },
              'tbody tr:last-of-type .MuiTableCell-root': { borderBottom: 0 },
            }}
          >
            <TableHead>
              <TableRow>
                {COLUMNS.map((column) => (
                  <TableCell key={column}>{translate(`admin.copies.${column}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {copies.map(({ host, version, started_at, seen_at }) => (
                <TableRow key={host + started_at}>
                  <TableCell component="th" scope="row">
                    {host}
                  </TableCell>
                  <TableCell>{version}</TableCell>
                  <TableCell>
                    <RelativeTime value={started_at} />
                  </TableCell>
                  <TableCell>
                    <RelativeTime value={seen_at} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </Box>
    </Section>
  )
}
