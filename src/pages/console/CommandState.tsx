import CancelledIcon from '@mui/icons-material/BlockOutlined'
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { downlinkPermission, type Message } from '#contract/messages'
import { PermissionButton } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { Note } from './parts'

const CANCEL = downlinkPermission('shell', 'delete')

interface CommandStateProps {
  /** A command without an answer. */
  command: Message
  onCancel: (command: Message) => void
}

/** What an unanswered command waits for; nothing when its state is none of the known ones. Spec 2, section 4. */
export function CommandState({ command, onCancel }: CommandStateProps) {
  const translate = useTranslate()
  const state = command.down_state
  if (state === null) return null
  if (state === 'cancelled')
    return <Note icon={<CancelledIcon />}>{translate('console.states.cancelled')}</Note>
  return (
    <Note icon={<WaitingIcon />}>
      {translate('console.waiting', { state: translate(`console.states.${state}`) })}
      {state === 'pending' && (
        <PermissionButton permission={CANCEL} size="small" color="error" onClick={() => onCancel(command)}>
          {translate('console.cancel.label')}
        </PermissionButton>
      )}
    </Note>
  )
}
