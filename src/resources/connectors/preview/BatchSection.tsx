import { Box, Button, LinearProgress, Link, TextField, Typography } from '@mui/material'
import { createContext, useCallback, useContext, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type Connector, typesOf } from '#contract/connectors'
import type { Message } from '#contract/messages'
import { LoadFailed, TimeText } from '../../../components/page'
import { type Column, LocalTable } from '../../../components/table'
import { useTranslate } from '../../../i18n/translate'
import type { ConnectorValues } from '../fields'
import { VerdictIcon } from './Result'
import { useErrorLine, type Verdict } from './run'
import { type BatchState, type Group, isUnderWay, useBatch } from './useBatch'
import type { Sample } from './useSample'

interface BatchStatusProps {
  state: BatchState
  /** Whether the code has changed since the run. */
  isChanged: boolean
}

/** Progress of a run over many messages, then its result. */
function BatchStatus({ state, isChanged }: BatchStatusProps) {
  const translate = useTranslate()
  const { name, done, total } = state
  if (name === 'idle' || name === 'failed') return null
  const isBusy = isUnderWay(state)
  const text = name === 'finished' && total === 0 ? 'none' : name
  return (
    <>
      {/* Screen readers announce the end only, not up to 200 steps. */}
      <Box
        component="output"
        aria-live={isBusy ? 'off' : 'polite'}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {translate(`connectors.preview.batch.${text}`, { done, smart_count: total })}{' '}
        {!isBusy && isChanged && translate('connectors.preview.batch.changed')}
      </Box>
      {isBusy && (
        <LinearProgress
          {...(total > 0 && { variant: 'determinate', value: (100 * done) / total })}
          aria-label={translate('connectors.preview.batch.title')}
          sx={{ flex: '1 0 100%', height: 8, borderRadius: 1 }}
        />
      )}
    </>
  )
}

/** Makes a message, by its id, the sample. */
const OpenContext = createContext<(messageId: string) => void>(() => undefined)

interface MessagesProps {
  messages: readonly Message[]
}

/** Makes the newest message of a group the sample. */
function OpenNewest({ messages: [newest] }: MessagesProps) {
  const translate = useTranslate()
  const open = useContext(OpenContext)
  return (
    newest && (
      <Button size="small" onClick={() => open(newest.id)}>
        {translate('connectors.preview.batch.open')}
      </Button>
    )
  )
}

/** The messages of a group, each a button that makes it the sample. */
function GroupMessages({ messages }: MessagesProps) {
  const translate = useTranslate()
  const open = useContext(OpenContext)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}>
      {messages.map(({ id, created_at, device_name, device_id, type }) => (
        <Box component="li" key={id} sx={{ py: 0.25 }}>
          <Link component="button" type="button" onClick={() => open(id)} sx={{ textAlign: 'start' }}>
            <TimeText value={created_at} /> · {device_name ?? device_id} ·{' '}
            {translate(`messages.types.${type}`)}
          </Link>
        </Box>
      ))}
    </Box>
  )
}

function KindText({ kind }: { kind: Verdict['kind'] }) {
  const translate = useTranslate()
  return (
    <>
      <VerdictIcon kind={kind} /> {translate(`connectors.preview.batch.kinds.${kind}`)}
    </>
  )
}

function ErrorText({ failed }: Pick<Group, 'failed'>) {
  const errorLine = useErrorLine()
  return failed ? errorLine(failed) : '–'
}

const columns: readonly Column<Group>[] = [
  {
    id: 'kind',
    label: 'connectors.preview.batch.kind',
    primary: true,
    width: 180,
    cell: ({ kind }) => <KindText kind={kind} />,
  },
  {
    id: 'count',
    label: 'connectors.preview.batch.count',
    width: 110,
    cell: ({ messages }) => messages.length,
  },
  {
    id: 'error',
    label: 'connectors.preview.batch.error',
    cell: ({ failed }) => <ErrorText failed={failed} />,
  },
  {
    id: 'open',
    label: 'connectors.preview.batch.try',
    width: 240,
    cell: ({ messages }) => <OpenNewest messages={messages} />,
  },
]

const byRank = { field: 'rank', order: 'ASC' } as const
const expand = ({ messages }: Group) => <GroupMessages messages={messages} />

/** The groups of messages; a row expands to its messages. */
function GroupTable({ groups }: { groups: Group[] }) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const rowLabel = useCallback(
    ({ kind, failed }: Group) =>
      failed ? errorLine(failed) : translate(`connectors.preview.batch.kinds.${kind}`),
    [errorLine, translate],
  )
  return (
    <LocalTable
      title={translate('connectors.preview.batch.table')}
      query={{ data: groups, error: null, isPending: false, refetch: () => undefined }}
      columns={columns}
      defaultSort={byRank}
      expand={expand}
      rowLabel={rowLabel}
    />
  )
}

interface BatchSectionProps {
  connector: Connector
  sample: Sample
  source: string
  /** Makes a message the sample. */
  onOpen: (messageId: string) => void
}

/** Tries the code on the last messages that would trigger the connector, and groups them by verdict. */
export function BatchSection({ connector, sample, source, onOpen }: BatchSectionProps) {
  const translate = useTranslate()
  const titleId = useId()
  const { state, start, stop } = useBatch(connector)
  const [isOneDevice, setIsOneDevice] = useState(false)
  const [direction, triggers, tags] = useWatch<ConnectorValues, ['direction', 'triggers', 'tags']>({
    name: ['direction', 'triggers', 'tags'],
  })
  const { device, devices } = sample
  const isBusy = isUnderWay(state)
  const tagIds = tags.map(({ id }) => id)
  const scope = isOneDevice && device ? { device_id: device.id } : { tagIds }
  const begin = () => start({ source, devices, wanted: { scope, types: typesOf(triggers), direction } })

  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId} sx={{ mb: 2 }}>
        {translate('connectors.preview.batch.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <TextField
          select
          size="small"
          label={translate('connectors.preview.batch.scope')}
          value={isOneDevice ? 'device' : 'tags'}
          onChange={({ target }) => setIsOneDevice(target.value === 'device')}
          slotProps={{ select: { native: true } }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 1 360px' } }}
        >
          <option value="tags">{translate('connectors.preview.batch.tags')}</option>
          {device && (
            <option value="device">
              {translate('connectors.preview.batch.device', { name: device.name })}
            </option>
          )}
        </TextField>
        <Button variant="outlined" onClick={isBusy ? stop : begin}>
          {translate(`connectors.preview.batch.${isBusy ? 'stop' : 'run'}`)}
        </Button>
        <BatchStatus state={state} isChanged={state.source !== source} />
      </Box>
      {state.name === 'failed' && <LoadFailed error={state.error} onRetry={begin} />}
      {!isBusy && state.groups.length > 0 && (
        <OpenContext value={onOpen}>
          <GroupTable groups={state.groups} />
        </OpenContext>
      )}
    </Box>
  )
}
