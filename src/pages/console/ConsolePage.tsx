import ClearIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { Alert, Box, Button, IconButton, InputAdornment, Link, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { NextContact } from '../../components/contact/Contact'
import { msg as contactMsg } from '../../components/contact/texts'
import { useDraftKey } from '../../components/draft/drafts'
import { Loaded, PageHeader } from '../../components/page'
import { Parents } from '../../components/page/Parents'
import { usePermission } from '../../dataProvider/account'
import { isMissing } from '../../dataProvider/client'
import { useGetOne } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { CommandInput, SEND } from './CommandInput'
import { Conversation } from './Conversation'
import { type Exchange, found, historyOf } from './conversation'
import { useTranslate } from './texts'
import { SHELL_LIMIT, useShell } from './useShell'

interface SearchFieldProps {
  query: string
  onChange: (query: string) => void
  /** Number of matching exchanges. */
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
        color="text.secondary"
        sx={{ flexShrink: 0, ml: query && 1.5 }}
      >
        {query !== '' && translate('console.search.count', { count, total })}
      </Typography>
    </Box>
  )
}

interface ShellProps extends Pick<ReturnType<typeof useShell>, 'send' | 'cancel'> {
  device: Device
  conversation: readonly Exchange[]
  /** Older messages exist. */
  isCut: boolean
}

/** Search, conversation and input. */
function Shell({ device: { id: deviceId, moved_at }, conversation, isCut, send, cancel }: ShellProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const draftKey = useDraftKey('console', deviceId)
  const [query, setQuery] = useState('')
  const canSend = usePermission(SEND)
  const [sentCount, setSentCount] = useState(0)
  const shown = useMemo(() => found(conversation, query), [conversation, query])
  const history = useMemo(() => historyOf(conversation), [conversation])

  const onSend = async (lines: string[]) => {
    if (!(await send(lines))) return false
    // Restarts the conversation at its end, so that the sent command is visible.
    setQuery('')
    setSentCount((count) => count + 1)
    return true
  }

  const older = (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1.5 }}>
      <span>{translate('console.cut', { count: SHELL_LIMIT })}</span>{' '}
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
        <span>{translate(canSend ? 'console.emptyHint' : 'console.emptyForReader')}</span>
      </>
    ) : (
      <>
        <span>{translate('console.search.nothing', { query })}</span>{' '}
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
        {...{ conversation, shown, query, empty }}
        before={isCut && older}
        onCancel={cancel}
      />
      {moved_at ? (
        <Alert severity="info">{translate(contactMsg('contact.movedAway'))}</Alert>
      ) : (
        <CommandInput key={draftKey} {...{ draftKey, history, onSend }} />
      )}
    </>
  )
}

function Console({ device }: { device: Device }) {
  const { id, name } = device
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
        minHeight: 480,
        '& > header': { mb: 0 },
      })}
    >
      <PageHeader
        title={translate('console.title')}
        name={`${name}, ${translate('console.title')}`}
        parents={
          <Parents
            of={[
              { label: translate('layout.titles.devices'), to: addresses.list('devices') },
              { label: name, to: addresses.record('devices', id) },
            ]}
          />
        }
        actions={
          <Button component={RouterLink} to={addresses.list('messages', { deviceId: id })} variant="outlined">
            {translate('console.messages')}
          </Button>
        }
      >
        <Typography component="div" variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          <NextContact device={device} />
        </Typography>
      </PageHeader>
      <Loaded query={{ ...query, data: conversation && { id, conversation } }}>
        {({ conversation }) => (
          <Shell
            device={device}
            isCut={query.data?.length === SHELL_LIMIT}
            {...{ conversation, send, cancel }}
          />
        )}
      </Loaded>
    </Box>
  )
}

/** Milliseconds between two polls of the device's last uplink; a hidden page does not poll. */
const POLL = { refetchInterval: 15_000 }

/** Shell commands to a device and its answers. Rules, "Shell console". */
export default function ConsolePage() {
  const { deviceId = '' } = useParams()
  const query = useGetOne('devices', { id: deviceId }, POLL)
  // Somebody may delete a device while it is open: the page then says so.
  const data = isMissing(query.error) ? undefined : query.data
  return <Loaded query={{ ...query, data }}>{(device) => <Console key={device.id} device={device} />}</Loaded>
}
