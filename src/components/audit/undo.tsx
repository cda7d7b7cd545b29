import UndoIcon from '@mui/icons-material/Undo'
import { Box, Button, IconButton } from '@mui/material'
import { useState } from 'react'
import { type AuditEntry, auditApi, isUndoableDeletion, spaceAuditApi } from '#contract/audit'
import { TRASH_CAPABILITY } from '#contract/trash/capability'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useReloadSpace } from '../../dataProvider/SpaceProvider'
import { ConfirmDialog, useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { useGroupUndo } from './group/GroupUndo'
import { isGroup } from './group/group'
import { undoPlanOf } from './group/job'
import { useTranslate } from './texts'
import { canBeUndone, refusalOf } from './undoable'
import { changedOf, isLong, useLabelOf, useValueText } from './values'
import { nameOf } from './words'

/** The fields that an undo sets back, and their values. */
function Back({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const textOf = useValueText(entry.action)
  const labelOf = useLabelOf()
  if (isUndoableDeletion(entry.action)) return <span>{translate('audit.undo.restores')}</span>
  return (
    <>
      <span>{translate('audit.undo.text')}</span>
      <Box component="ul" sx={{ mb: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {changedOf(entry).map(({ field, before = null, after = null }) => (
          <li key={field}>
            {labelOf(entry.action, field)}:{' '}
            {isLong(before) || isLong(after) ? (
              <span>{translate('audit.undo.long')}</span>
            ) : (
              <>
                <span>{textOf(after)}</span>
                <span>{' → '}</span>
                <strong>{textOf(before)}</strong>
              </>
            )}
          </li>
        ))}
      </Box>
    </>
  )
}

/** Undoes an entry and reloads everything that shows it. */
function useUndo(entry: AuditEntry, onDone: () => void) {
  const translate = useTranslate()
  const { invalidate } = useAnswers()
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
    // Also after a refusal, which means that the list is out of date.
    await Promise.all([invalidate(auditApi), reloadSpace(spaceId)])
  }
}

interface UndoButtonProps {
  entry: AuditEntry
  /** Shows only its icon, in a row. */
  isIcon?: boolean
}

interface OpenerProps extends UndoButtonProps {
  onOpen: () => void
}

function Opener({ entry, isIcon, onOpen }: OpenerProps) {
  const translate = useTranslate()
  const label = translate('audit.undo.of', { label: nameOf(entry, translate) })
  return isIcon ? (
    <IconButton size="small" aria-label={label} title={label} onClick={onOpen}>
      <UndoIcon fontSize="small" />
    </IconButton>
  ) : (
    <Button
      size="small"
      variant="outlined"
      startIcon={<UndoIcon />}
      onClick={onOpen}
      sx={{ alignSelf: 'start' }}
    >
      {translate(isGroup(entry) ? 'audit.group.undo' : 'audit.undo.label')}
    </Button>
  )
}

/** Undoes one change, after showing the fields that it sets back. */
function UndoOne(props: UndoButtonProps) {
  const { entry } = props
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const undo = useUndo(entry, close)
  return (
    <>
      <Opener {...props} onOpen={() => setOpen(true)} />
      <ConfirmDialog
        open={isOpen}
        title={translate('audit.undo.title', { name: entry.target_name ?? '' })}
        confirmLabel={translate('audit.undo.submit')}
        onConfirm={undo}
        onClose={close}
      >
        <Back entry={entry} />
      </ConfirmDialog>
    </>
  )
}

/** Undoes a change, or all changes of a group. Nothing if that is not possible. */
export function UndoButton(props: UndoButtonProps) {
  const { entry } = props
  const mayUndo = usePermission('space:audit:undo')
  const hasTrash = useCapability(TRASH_CAPABILITY)
  const undoGroup = useGroupUndo()
  if (!mayUndo || (isUndoableDeletion(entry.action) && !hasTrash)) return null
  if (isGroup(entry)) return undoPlanOf(entry) && <Opener {...props} onOpen={() => undoGroup(entry)} />
  return canBeUndone(entry) && <UndoOne {...props} />
}
