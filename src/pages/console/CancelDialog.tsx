import type { Message } from '#contract/messages'
import { ConfirmDialog } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { linesOf } from './bodies'
import { Mono } from './parts'

interface CancelDialogProps {
  /** The command in question; null while the dialog is closed. */
  command: Message | null
  onClose: () => void
  /** Cancels it; false when it can be tried again. */
  onCancel: (commandId: string) => Promise<boolean>
}

/** Asks before a command is cancelled. Spec 2, section 4. */
export function CancelDialog({ command, onClose, onCancel }: CancelDialogProps) {
  const translate = useTranslate()
  return (
    <ConfirmDialog
      open={command !== null}
      title={translate('console.cancel.title')}
      confirmLabel={translate('console.cancel.confirm')}
      closeLabel={translate('console.cancel.keep')}
      onClose={onClose}
      onConfirm={async () => {
        if (command && (await onCancel(command.id))) onClose()
      }}
    >
      {translate('console.cancel.text')}
      <Mono>{linesOf(command?.body ?? null).join('\n')}</Mono>
    </ConfirmDialog>
  )
}
