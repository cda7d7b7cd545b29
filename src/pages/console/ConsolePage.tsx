import ClearIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, IconButton, InputAdornment, Link, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { NextContact } from '../../components/contact/Contact'
import { Loaded, PageHeader } from '../../components/page'
import { useDraftKey } from '../../components/page/drafts'
import { useGetOne } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { CommandInput } from './CommandInput'
import { Conversation } from './Conversation'
import { type Exchange, found, historyOf } from './conversation'
import { SHELL_LIMIT, useShell } from './useShell'

interface SearchFieldProps {
  query: string
  onChange: (query: string) => void
  /** How many exchanges match. */
  count: number
  total: number
}

/** Searches the commands and their outputs. */
function SearchField({ query, onChange, count, total }: SearchFieldProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <TextField
        size="small"
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        placeholder={translate('console.search.label')}
        sx={{ width: { xs: '100%', sm: 320 } }}
        slotProps={{
          htmlInput: { 'aria-label': translate('console.search.label') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
            endAdornment: query !== '' && (
              <IconButton
                size="small"
                edge="end"
                onClick={() => onChange('')}
                aria-label={translate('console.search.clear')}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            ),
          },
        }}
      />
      <Typography
        component="output"
        variant="body2"
        sx={{ color: 'text.secondary', flexShrink: 0, ml: query === '' ? 0 : 1.5 }}
      >
        {query !== '' && translate('console.search.count', { count, total })}
      </Typography>
    </Box>
  )
}

interface ShellProps {
  deviceId: string
  conversation: readonly Exchange[]
  /** There are older messages than these. */
  isCut: boolean
  onSend: (lines: string[]) => Promise<boolean>
  onCancel: (commandId: string) => Promise<boolean>
}

/** Search, conversation and input. */
function Shell({ deviceId, conversation, isCut, onSend, onCancel }: ShellProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const draftKey = useDraftKey('console', deviceId)
  const [query, setQuery] = useState('')
  const [sentCount, setSentCount] = useState(0)
  const shown = useMemo(() => found(conversation, query), [conversation, query])
  const history = useMemo(() => historyOf(conversation), [conversation])

  const send = async (lines: string[]) => {
    if (!(await onSend(lines))) return false
    // The sent command must be visible, so the conversation starts anew at its end.
    setQuery('')
    setSentCount((count) => count + 1)
    return true
  }

  const older = (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1.5 }}>
      {translate('console.cut', { count: SHELL_LIMIT })}{' '}
      <Link component={RouterLink} to={addresses.list('messages', { deviceId, filter: { type: ['shell'] } })}>
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

/** Height in px below which the page scrolls instead of getting smaller. */
const HEIGHT_MIN = 480

function Console({ device: { id, name } }: { device: Device }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { query, conversation, send, cancel } = useShell(id)
  return (
    <Box
      sx={({ spacing }) => ({
        '--frame': { xs: spacing(4), md: spacing(6) },
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        height: `calc(100dvh - ${TOP_BAR_HEIGHT}px - var(--frame) - var(--banner-height, 0px))`,
        minHeight: HEIGHT_MIN,
        '& > header': { mb: 0 },
      })}
    >
      <PageHeader
        title={translate('console.title')}
        parents={[
          { label: translate('devices.title'), to: addresses.list('devices') },
          { label: name, to: addresses.record('devices', id) },
        ]}
        actions={
          <Button component={RouterLink} to={addresses.list('messages', { deviceId: id })} variant="outlined">
            {translate('console.messages')}
          </Button>
        }
      >
        <Typography component="div" variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          <NextContact deviceId={id} />
        </Typography>
      </PageHeader>
      <Loaded query={{ ...query, data: conversation && { id, conversation } }}>
        {({ conversation }) => (
          <Shell
            deviceId={id}
            conversation={conversation}
            isCut={query.data?.length === SHELL_LIMIT}
            onSend={send}
            onCancel={cancel}
          />
        )}
      </Loaded>
    </Box>
  )
}

/** Shell commands to a device and its answers. Spec 2, sections 2, 4, 5 and 9. */
export default function ConsolePage() {
  const { deviceId = '' } = useParams()
  const query = useGetOne('devices', { id: deviceId })
  return <Loaded query={query}>{(device) => <Console key={device.id} device={device} />}</Loaded>
}
