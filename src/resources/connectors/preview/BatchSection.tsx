import { Box, Button, LinearProgress, Link, TextField, Typography } from '@mui/material'
import { useCallback, useId, useMemo, useState } from 'react'
import { useEvent } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Connector } from '#contract/connectors'
import { typesOf } from '#contract/messages'
import { DeviceLabel, Summary } from '../../../components/message/Summary'
import { msg as messageMsg } from '../../../components/message/texts'
import { LoadFailed, TimeText } from '../../../components/page'
import { type Column, LocalTable } from '../../../components/table'
import { type Translate } from '../../../i18n/translate'
import type { ConnectorValues } from '../values'
import { VerdictIcon } from './Result'
import { useErrorLine } from './run'
import { type ConnectorsPreviewTexts, msg, useTranslate } from './texts'
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
      {/* Screen readers announce only the end, not up to 200 steps. */}
      <Box
        component="output"
        aria-live={isBusy ? 'off' : 'polite'}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <span>{translate(`connectors.preview.batch.${text}`, { done, smart_count: total })}</span>{' '}
        {!isBusy && isChanged && <span>{translate('connectors.preview.batch.changed')}</span>}
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

interface GroupTableProps {
  groups: Group[]
  /** Makes the message with this id the sample. */
  onOpen: (messageId: string) => void
}

const columnsOf = (
  translate: Translate<ConnectorsPreviewTexts>,
  errorLine: ReturnType<typeof useErrorLine>,
  open: GroupTableProps['onOpen'],
): Column<Group>[] => [
  {
    id: 'kind',
    label: msg('connectors.preview.result'),
    primary: true,
    width: 180,
    cell: ({ kind }) => (
      <>
        <VerdictIcon kind={kind} /> <span>{translate(`connectors.preview.batch.kinds.${kind}`)}</span>
      </>
    ),
  },
  {
    id: 'count',
    label: msg('connectors.preview.batch.count'),
    width: 110,
    cell: ({ messages }) => messages.length,
  },
  {
    id: 'error',
    label: msg('connectors.preview.batch.error'),
    cell: ({ failed }) => (failed ? errorLine(failed) : '–'),
  },
  {
    id: 'open',
    label: msg('connectors.preview.batch.try'),
    width: 240,
    cell: ({ messages: [newest] }) =>
      newest && (
        <Button size="small" onClick={() => open(newest.id)}>
          {translate('connectors.preview.batch.open')}
        </Button>
      ),
  },
]

const byRank = { field: 'rank', order: 'ASC' } as const

/** The groups of messages; a row expands to its messages, each a button that makes it the sample. */
function GroupTable({ groups, onOpen }: GroupTableProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const open = useEvent(onOpen)
  const columns = useMemo(() => columnsOf(translate, errorLine, open), [translate, errorLine, open])
  const rowLabel = useCallback(
    ({ kind, failed }: Group) =>
      failed ? errorLine(failed) : translate(`connectors.preview.batch.kinds.${kind}`),
    [errorLine, translate],
  )
  const expand = useCallback(
    ({ messages }: Group) => (
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}>
        {messages.map((message) => (
          <Box
            component="li"
            key={message.id}
            sx={{ py: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
          >
            <Link
              component="button"
              type="button"
              onClick={() => open(message.id)}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, textAlign: 'start' }}
            >
              <DeviceLabel message={message} />
              <span>
                {' · '}
                <TimeText value={message.created_at} /> ·{' '}
                <span>{translate(messageMsg(`message.types.${message.type}`))}</span>
              </span>
            </Link>
            <Box sx={{ flex: '1 1 240px', minWidth: 0, alignSelf: 'center' }}>
              <Summary message={message} />
            </Box>
          </Box>
        ))}
      </Box>
    ),
    [open, translate],
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

interface BatchSectionProps extends Pick<GroupTableProps, 'onOpen'> {
  connector: Connector
  sample: Sample
  source: string
}

/** Tries the code on the last messages that would trigger the connector, and groups them by verdict. */
export function BatchSection({ connector, sample, source, onOpen }: BatchSectionProps) {
  const translate = useTranslate()
  const titleId = useId()
  const { state, start, stop } = useBatch(connector, sample.isList)
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2, mb: 2 }}>
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
        <Button variant="outlined" onClick={isBusy ? stop : begin} sx={{ mb: 0.25 }}>
          {translate(`connectors.preview.batch.${isBusy ? 'stop' : 'run'}`)}
        </Button>
        <BatchStatus state={state} isChanged={state.source !== source} />
      </Box>
      {state.name === 'failed' && <LoadFailed error={state.error} onRetry={begin} />}
      {!isBusy && state.groups.length > 0 && <GroupTable groups={state.groups} onOpen={onOpen} />}
    </Box>
  )
}
