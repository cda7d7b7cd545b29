import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Box, Link, Stack, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { byteLength } from '#contract/common'
import { ATTEMPT_TEXT_MAX_BYTES, type Attempt, type DeliveryDetail } from '#contract/connectors'
import { formatTime, useClock } from '../../../clock'
import { BodyView } from '../../../components/json'
import { Field, FieldList, TimeText } from '../../../components/page'
import { useReadsVersions, useVersionAddress } from '../versions/access'
import { Outcome, Sentence } from './cells'
import { useTranslate } from './texts'

/** Most bytes that the server cuts off to keep a character whole. */
const CHARACTER_MAX = 4

/** Whether the stored text may be shorter than the sent one. */
const mayBeCut = (text: string) => byteLength(text) > ATTEMPT_TEXT_MAX_BYTES - CHARACTER_MAX

interface StoredTextProps {
  label: string
  text: string | null
  /** It was sent with messages of other devices, and is removed with any of them. */
  isShared: boolean
}

function StoredText({ label, text, isShared }: StoredTextProps) {
  const translate = useTranslate()
  if (!text)
    return (
      <Typography variant="body2" color="text.secondary">
        {label}:{' '}
        <span>{translate(`connectors.deliveries.tries.${isShared ? 'noSharedBody' : 'noBody'}`)}</span>
      </Typography>
    )
  return (
    <Box>
      <BodyView compact text={text} label={label} />
      {mayBeCut(text) && (
        <Typography variant="caption" color="text.secondary" component="p">
          {translate('connectors.deliveries.tries.cut')}
        </Typography>
      )}
    </Box>
  )
}

interface VersionProps {
  connectorId: string
  version: number
}

/** Version of the code that ran, linked to it for people who may read it. */
function Version({ connectorId, version }: VersionProps) {
  const translate = useTranslate()
  const addressOf = useVersionAddress(connectorId)
  if (!useReadsVersions()) return version
  return (
    <Link component={RouterLink} to={addressOf(version)} underline="hover">
      {translate('connectors.deliveries.tries.compare', { version: String(version) })}
    </Link>
  )
}

interface AttemptProps {
  connectorId: string
  attempt: Attempt
}

/** Every field of an attempt, with its request and response. */
function AttemptView({ connectorId, attempt }: AttemptProps) {
  const translate = useTranslate()
  const locale = useLocale()
  const { created_at, duration, method, url, next_attempt_at, request_body, response_body, logs } = attempt
  const { response_headers: headers, connector_version: version } = attempt
  const isSent = url !== null
  const isPublished = method === 'PUBLISH'
  const [, broker, topic] = /^(mqtts?:\/\/[^/]+)\/(.*)$/is.exec(url ?? '') ?? []
  return (
    <Stack spacing={2}>
      <FieldList>
        <Field label={translate('connectors.deliveries.createdAt')}>
          <TimeText value={created_at} relative />
        </Field>
        <Field label={translate('connectors.deliveries.tries.duration')}>
          {translate('connectors.deliveries.tries.milliseconds', {
            duration: duration.toLocaleString(locale),
          })}
        </Field>
        {isPublished ? (
          <>
            <Field label={translate('connectors.deliveries.tries.broker')}>{broker}</Field>
            <Field label={translate('connectors.deliveries.tries.topic')} wide>
              {topic}
            </Field>
          </>
        ) : (
          <Field label={translate('connectors.deliveries.tries.request')} wide>
            {isSent ? `${method ?? ''} ${url}` : translate('connectors.deliveries.tries.noRequest')}
          </Field>
        )}
        <Field
          label={translate(
            isPublished ? 'connectors.deliveries.result' : 'connectors.deliveries.tries.answer',
          )}
        >
          <Sentence>
            <Outcome {...attempt} isSent={isSent} />
          </Sentence>
        </Field>
        {version !== null && (
          <Field label={translate('connectors.deliveries.tries.version')}>
            <Version connectorId={connectorId} version={version} />
          </Field>
        )}
        <Field label={translate('connectors.deliveries.nextAttempt')}>
          {next_attempt_at === null ? (
            translate('connectors.deliveries.tries.noNext')
          ) : (
            <TimeText value={next_attempt_at} />
          )}
        </Field>
      </FieldList>
      {isSent && (
        <StoredText
          label={translate(`connectors.deliveries.tries.${isPublished ? 'payload' : 'requestBody'}`)}
          text={request_body}
          isShared={attempt.batch_id !== null}
        />
      )}
      {headers && headers.length > 0 && (
        <BodyView
          compact
          text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          label={translate('connectors.deliveries.tries.responseHeaders')}
        />
      )}
      {attempt.status !== null && (
        <StoredText
          label={translate('connectors.deliveries.tries.responseBody')}
          text={response_body}
          isShared={attempt.batch_id !== null}
        />
      )}
      {logs.length > 0 && (
        <BodyView compact text={logs.join('\n')} label={translate('connectors.deliveries.tries.logs')} />
      )}
    </Stack>
  )
}

/** Every attempt of a delivery, newest first; the newest is open. */
export function Attempts({
  connector_id: connectorId,
  tries,
}: Pick<DeliveryDetail, 'connector_id' | 'tries'>) {
  const translate = useTranslate()
  const clock = useClock()
  if (tries.length === 0) return <span>{translate('connectors.deliveries.tries.none')}</span>
  return tries.toReversed().map((attempt, index) => (
    <Accordion
      key={attempt.attempt}
      defaultExpanded={index === 0}
      variant="outlined"
      disableGutters
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{translate('connectors.deliveries.tries.number', { number: attempt.attempt + 1 })}</strong>
          <span>{` · ${formatTime(Date.parse(attempt.created_at), clock)} · `}</span>
          <Outcome {...attempt} isSent={attempt.url !== null} />
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <AttemptView connectorId={connectorId} attempt={attempt} />
      </AccordionDetails>
    </Accordion>
  ))
}
