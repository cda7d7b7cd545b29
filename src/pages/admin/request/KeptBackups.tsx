import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { routinesApi } from '#contract/admin'
import { Loaded, TimeText } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { useFormats } from '../installation/format'
import { useTranslate } from '../texts'

const COLUMNS = ['created', 'size', 'checked'] as const

/** The kept backups. */
export function KeptBackups() {
  const translate = useTranslate()
  const { bytes, number } = useFormats()
  return (
    <Loaded query={useAnswer(routinesApi.backups)}>
      {({ place, host, backups }) => (
        <Box sx={{ mt: 2 }}>
          <Typography variant="body2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {backups.length === 0
              ? translate('admin.request.kept.none', { place })
              : translate(host === null ? 'admin.request.kept.inBucket' : 'admin.request.kept.inFolder', {
                  place,
                  host: host ?? '',
                  smart_count: backups.length,
                  count: number(backups.length),
                })}
          </Typography>
          {backups.length > 0 && (
            <Box
              role="group"
              aria-label={translate('admin.request.kept.title')}
              tabIndex={0}
              sx={{ maxHeight: 320, overflow: 'auto' }}
            >
              <Table
                size="small"
                stickyHeader
                aria-label={translate('admin.request.kept.title')}
                sx={{ '.MuiTableCell-root': { px: { xs: 0.5, sm: 2 } } }}
              >
                <TableHead>
                  <TableRow>
                    {COLUMNS.map((column) => (
                      <TableCell key={column}>{translate(`admin.request.kept.${column}`)}</TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {backups.map(({ name, created_at, size, checked_at }) => (
                    <TableRow key={name}>
                      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                        {created_at && <TimeText value={created_at} />}
                        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 }}>
                          {name}
                        </Box>
                      </TableCell>
                      <TableCell>{bytes(size)}</TableCell>
                      <TableCell>
                        {checked_at === null ? (
                          translate('admin.backups.unchecked')
                        ) : (
                          <TimeText value={checked_at} relative />
                        )}
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
          )}
        </Box>
      )}
    </Loaded>
  )
}
