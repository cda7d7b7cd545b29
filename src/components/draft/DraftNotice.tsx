import { Alert, Button } from '@mui/material'
import { useTranslateText } from '../../i18n'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { useEditMode } from '../address/addressMode'
import { type Draft, useDraft } from './drafts'

interface NoticeProps extends Pick<Draft, 'error' | 'message'> {
  /** Text key of the notice. */
  text?: MessageKey
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore unsaved changes. */
export function DraftNotice(props: NoticeProps) {
  const { text = 'page.draft.notice', error, message, onRestore, onDiscard } = props
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <>
          <Button color="warning" variant="contained" size="small" onClick={onRestore}>
            {translate('page.draft.restore')}
          </Button>
          <Button color="inherit" size="small" onClick={onDiscard}>
            {translate('page.draft.discard')}
          </Button>
        </>
      }
    >
      {`${translate(text)} ${(message === undefined ? error : translateText(message)) ?? ''}`}
    </Alert>
  )
}

/** The offer on a page in view mode; nothing without a draft. Restoring starts edit mode. */
export function DraftOffer({ resource, id }: { resource: string; id: string }) {
  const { draft, restore, discard } = useDraft(resource, id)
  const { startEditing } = useEditMode()
  if (!draft) return null
  const restoreAndEdit = () => {
    restore()
    startEditing()
  }
  return (
    <DraftNotice error={draft.error} message={draft.message} onRestore={restoreAndEdit} onDiscard={discard} />
  )
}
