import { Button, Link, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useDraftKey } from '../../components/page/drafts'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { CommandInput } from './CommandInput'
import { Conversation } from './Conversation'
import { type Exchange, historyOf } from './conversation'
import { SearchField } from './SearchField'
import { found } from './search'
import { SHELL_LIMIT } from './useShell'

interface ShellProps {
  deviceId: string
  conversation: readonly Exchange[]
  /** There are older messages than those of the conversation. */
  isCut: boolean
  onSend: (lines: string[]) => Promise<boolean>
  onCancel: (commandId: string) => Promise<boolean>
}

/** Address of the messages list with the shell messages of a device. */
const shellMessages = (spaceId: string, deviceId: string) =>
  `/space/${spaceId}/messages?${new URLSearchParams({ deviceId, filter: JSON.stringify({ type: ['shell'] }) })}`

/** Search, conversation and input. */
export function Shell({ deviceId, conversation, isCut, onSend, onCancel }: ShellProps) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const draftKey = useDraftKey('console', deviceId)
  const [query, setQuery] = useState('')
  const [sentCount, setSentCount] = useState(0)
  const shown = useMemo(() => found(conversation, query), [conversation, query])
  const history = useMemo(() => historyOf(conversation), [conversation])

  const send = async (lines: string[]) => {
    if (!(await onSend(lines))) return false
    // What was sent must be seen: the conversation starts anew, at its end.
    setQuery('')
    setSentCount((count) => count + 1)
    return true
  }

  const older = (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1.5 }}>
      {translate('console.cut', { count: SHELL_LIMIT })}{' '}
      <Link component={RouterLink} to={shellMessages(spaceId, deviceId)}>
        {translate('console.older')}
      </Link>
    </Typography>
  )
  const empty =
    query === '' ? (
      <>
        <Typography variant="h3" component="h2" gutterBottom>
          {translate('console.empty')}
        </Typography>
        {translate('console.emptyHint')}
      </>
    ) : (
      <>
        {translate('console.search.nothing', { query })}{' '}
        <Button size="small" onClick={() => setQuery('')}>
          {translate('console.search.clear')}
        </Button>
      </>
    )

  return (
    <>
      {conversation.length > 0 && (
        <SearchField query={query} onChange={setQuery} count={shown.length} total={conversation.length} />
      )}
      <Conversation
        key={sentCount}
        {...{ conversation, shown, query, empty, onCancel }}
        before={isCut && older}
      />
      <CommandInput key={draftKey} draftKey={draftKey} history={history} onSend={send} />
    </>
  )
}
