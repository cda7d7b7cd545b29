import { Alert, Box, LinearProgress, Link, List, ListItem, Typography } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type Connector, sendingOf } from '#contract/connectors'
import { type Device, devicesApi } from '#contract/devices'
import type { Message } from '#contract/messages'
import { formatTime, useClock } from '../../../clock'
import { BodyView } from '../../../components/json'
import { msg as messageMsg } from '../../../components/message/texts'
import { LoadFailed } from '../../../components/page'
import { useSandbox } from '../../../components/sandbox'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses, useSpaceId } from '../../../dataProvider/SpaceProvider'
import { firstJobOf } from '../preview/job'
import { VerdictIcon } from '../preview/Result'
import { type Sent, useErrorLine, type Verdict, verdictOf } from '../preview/run'
import { contentOf } from '../preview/SentView'
import { useVariables } from '../preview/useVariables'
import { useTranslate } from './texts'

interface Tried {
  message: Message
  /** Null if the sandbox did not start. */
  verdict: Verdict | null
}

/** Runs the function on messages, isolated as in the preview. */
function useTried(connector: Connector, messages: readonly Message[]) {
  const sandbox = useSandbox()
  const spaceId = useSpaceId()
  const { getMany } = useSpaceport()
  const variablesOf = useVariables()
  const ids = useMemo(() => [...new Set(messages.map(({ device_id }) => device_id))], [messages])
  const { transformation: source } = connector
  const variables = ids.map((id) => variablesOf(id))
  return useRead(
    devicesApi.list,
    { connector: connector.id, source, messages: messages.map(({ id }) => id), variables },
    async (signal): Promise<Tried[]> => {
      const { data: devices } = await getMany<Device>('devices', { ids, signal })
      const jobs = messages.flatMap((message) => {
        const device = devices.find(({ id }) => id === message.device_id)
        if (!device) return []
        const isList = connector.batch_size !== null
        const input = firstJobOf({ spaceId, message, device, connector, isList, variablesOf })
        return [{ message, input }]
      })
      return Promise.all(
        jobs.map(async ({ message, input }) => {
          const outcome = await sandbox.run({ source, entry: 'main' }, input, { signal }).catch(() => null)
          return { message, verdict: outcome && verdictOf(outcome, sendingOf(connector)) }
        }),
      )
    },
  )
}

/** Target and content of a request or publication. */
function SentText({ sent }: { sent: Sent }) {
  const translate = useTranslate()
  const [how, where] = 'topic' in sent ? ['PUBLISH', sent.topic] : [sent.method, sent.url]
  const content = contentOf(sent)
  return (
    <>
      <Box sx={{ fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere', mb: 0.5 }}>
        <strong>{how}</strong> {where}
      </Box>
      {content ? (
        <BodyView compact text={content} label={translate('connectors.replays.body')} />
      ) : (
        <span>{translate('connectors.replays.noBody')}</span>
      )}
    </>
  )
}

/** Result for one message. */
function OneTried({ message, verdict }: Tried) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const clock = useClock()
  const { record } = useAddresses()
  return (
    <ListItem disableGutters divider sx={{ display: 'block' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {verdict && <VerdictIcon kind={verdict.kind} />}
        <Link component={RouterLink} to={record('messages', message.id)} target="_blank">
          {translate(messageMsg(`message.types.${message.type}`))}
        </Link>
        <span>{message.device_name}</span>
        <Typography component="span" color="text.secondary">
          {formatTime(Date.parse(message.created_at), clock)}
        </Typography>
      </Box>
      {!verdict && <Alert severity="error">{translate('connectors.replays.noSandbox')}</Alert>}
      {verdict?.kind === 'cancelled' && <span>{translate('connectors.replays.cancelled')}</span>}
      {verdict?.kind === 'failed' && (
        <Typography color="error" sx={{ overflowWrap: 'anywhere' }}>
          {errorLine(verdict)}
        </Typography>
      )}
      {verdict?.kind === 'sent' && <SentText sent={verdict.request} />}
    </ListItem>
  )
}

/** Result of the function for some messages of a replay: the requests that it would send. */
export function DryRun({ connector, sample }: { connector: Connector; sample: readonly Message[] }) {
  const translate = useTranslate()
  const { data, error, refetch } = useTried(connector, sample)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <LinearProgress aria-label={translate('connectors.replays.trying')} />
  return (
    <List disablePadding>
      {data.map((tried) => (
        <OneTried key={tried.message.id} {...tried} />
      ))}
    </List>
  )
}
