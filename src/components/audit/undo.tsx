import UndoIcon from '@mui/icons-material/Undo'
import { Box, Button, IconButton } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntry, isUndoable, spaceAuditApi, UNDO_ERRORS } from '#contract/audit'
import { usePermission } from '../../dataProvider/account'
import { ApiError } from '../../dataProvider/client'
import { useSpaceport } from '../../dataProvider/queries'
import { useReloadSpace } from '../../dataProvider/SpaceProvider'
import { type MessageKey } from '../../i18n/translate'
import { ConfirmDialog, useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { msg, useTranslate } from './texts'
import { changedOf, isLong, useLabelOf, useValueText } from './values'
import { nameOf } from './words'

/** Keys of the texts of why the server did not undo something. */
const REFUSALS = new Map<string, MessageKey>([
  [UNDO_ERRORS.changedSince, msg('audit.undo.errors.changedSince')],
  [UNDO_ERRORS.deleted, msg('audit.undo.errors.deleted')],
  [UNDO_ERRORS.undone, msg('audit.undo.errors.undone')],
  [UNDO_ERRORS.impossible, msg('audit.undo.errors.impossible')],
])

/** Why the server did not undo something; undefined for any other error. */
const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status === 409 ? REFUSALS.get(error.body) : undefined

/** Which fields will be set back, and to which values. */
function Back({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const textOf = useValueText()
  const labelOf = useLabelOf()
  return (
    <>
      {translate('audit.undo.text')}
      <Box component="ul" sx={{ mb: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {changedOf(entry).map(({ field, before = null, after = null }) => (
          <li key={field}>
            {labelOf(entry.action, field)}:{' '}
            {isLong(before) || isLong(after) ? (
              translate('audit.undo.long')
            ) : (
              <>
                {textOf(after)} → <strong>{textOf(before)}</strong>
              </>
            )}
          </li>
        ))}
      </Box>
    </>
  )
}

/** Undoes an entry, and refreshes all that shows it. */
function useUndo(entry: AuditEntry, onDone: () => void) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const reloadSpace = useReloadSpace()
  const showFailure = useFailureToast()
  const { ask } = useSpaceport()
  const name = entry.target_name ?? ''
  return async () => {
    const spaceId = entry.space_id ?? ''
    try {
      await ask(spaceAuditApi.undo, { params: { spaceId, entryId: entry.id } })
      toast({ kind: 'success', title: translate('audit.undo.done', { name }) })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) toast({ kind: 'error', title: translate(refusal) })
      else showFailure(error)
    }
    onDone()
    // After a refusal as well, because then the list is out of date.
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['audit'] }), reloadSpace(spaceId)])
  }
}

const canBeUndone = ({ action, space_id, before, after, undone_by }: AuditEntry) =>
  isUndoable(action) &&
  space_id !== null &&
  undone_by === null &&
  before !== null &&
  Object.keys(after ?? {}).length > 0

interface UndoButtonProps {
  entry: AuditEntry
  /** Shows its icon only, for a row. */
  isIcon?: boolean
}

/** Undoes a change, after showing which fields will be set back. Nothing where a change cannot be undone. */
export function UndoButton({ entry, isIcon = false }: UndoButtonProps) {
  const translate = useTranslate()
  const mayUndo = usePermission('space:audit:undo')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const undo = useUndo(entry, close)
  if (!mayUndo || !canBeUndone(entry)) return null
  const name = entry.target_name ?? ''
  const label = translate('audit.undo.of', { label: nameOf(entry, translate) })
  return (
    <>
      {isIcon ? (
        <IconButton size="small" aria-label={label} title={label} onClick={() => setOpen(true)}>
          <UndoIcon fontSize="small" />
        </IconButton>
      ) : (
        <Button
          size="small"
          variant="outlined"
          startIcon={<UndoIcon />}
          onClick={() => setOpen(true)}
          sx={{ alignSelf: 'start' }}
        >
          {translate('audit.undo.label')}
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        title={translate('audit.undo.title', { name })}
        confirmLabel={translate('audit.undo.submit')}
        onConfirm={undo}
        onClose={close}
      >
        <Back entry={entry} />
      </ConfirmDialog>
    </>
  )
}
