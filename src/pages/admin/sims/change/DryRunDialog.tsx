import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useMemo } from 'react'
import { TaskDialog } from '../../../../components/dialog/TaskDialog'
import { type Column, LocalTable } from '../../../../components/table'
import { msg as word } from '../../../../components/words/texts'
import { type MessageKey } from '../../../../i18n/translate'
import { msg, useTranslate } from '../texts'
import type { DryRun, FieldChange } from './changes'

interface ChangingRow {
  id: string
  position: number
  differences: readonly FieldChange[]
}

/** The value before and after; a screen reader reads both. */
function Difference({ field, from, to }: FieldChange) {
  const translate = useTranslate()
  const nothing = translate('admin.sims.change.nothing')
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        <span>{translate(word(`words.sim.${field}`))}</span>:{' '}
      </Box>
      <del>{from || nothing}</del>
      {' → '}
      <ins>{to || nothing}</ins>
    </Box>
  )
}

const columns: Column<ChangingRow>[] = [
  { id: 'id', label: msg('admin.sims.rows.id'), cell: ({ id }) => id, primary: true, width: 190 },
  {
    id: 'differences',
    label: msg('admin.sims.change.what'),
    cell: ({ differences }) => (
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          '& del': { textDecoration: 'none' },
          '& ins': { textDecoration: 'none', fontWeight: 600 },
        }}
      >
        {differences.map((difference) => (
          <Difference key={difference.field} {...difference} />
        ))}
      </Box>
    ),
  },
]
const rowLabel = ({ id }: ChangingRow) => id
const IN_ORDER = { field: 'position', order: 'ASC' } as const

interface DryRunDialogProps {
  dryRun: DryRun
  onApply: () => void
  onClose: () => void
}

/** Previews a change of the selected SIMs, and asks for confirmation. */
export function DryRunDialog({ dryRun, onApply, onClose }: DryRunDialogProps) {
  const translate = useTranslate()
  const { changing, same, again, missing } = dryRun
  const rows = useMemo(() => changing.map((row, index) => ({ ...row, position: index + 1 })), [changing])
  const notes: [MessageKey, number][] = [
    [msg('admin.sims.change.same'), same.length],
    [msg('admin.sims.change.again'), again.length],
  ]
  const count = { smart_count: changing.length }
  return (
    <TaskDialog title={translate('admin.sims.change.previewTitle')} maxWidth="md" onClose={onClose}>
      <DialogContent>
        <Typography>{translate('admin.sims.change.changing', count)}</Typography>
        {notes
          .filter(([, smart_count]) => smart_count > 0)
          .map(([key, smart_count]) => (
            <Typography key={key} color="text.secondary">
              {translate(key, { smart_count })}
            </Typography>
          ))}
        {missing.length > 0 && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {translate('admin.sims.change.missing', { smart_count: missing.length })}
          </Alert>
        )}
        {rows.length > 0 && (
          <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, mt: 2 }}>
            <LocalTable<ChangingRow>
              title={translate('admin.sims.change.previewTitle')}
              columns={columns}
              rowLabel={rowLabel}
              defaultSort={IN_ORDER}
              perPage={10}
              query={{ data: rows, error: null, isPending: false, refetch: () => undefined }}
            />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('page.cancel')}</Button>
        <Button variant="contained" disabled={changing.length + same.length === 0} onClick={onApply}>
          {translate('admin.sims.change.apply', count)}
        </Button>
      </DialogActions>
    </TaskDialog>
  )
}
