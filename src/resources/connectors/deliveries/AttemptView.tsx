import { Box, Stack, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { byteLength } from '#contract/common'
import { ATTEMPT_TEXT_MAX_BYTES, type Attempt } from '#contract/connectors'
import { BodyView } from '../../../components/json'
import { Field, FieldList, TimeText } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { Outcome, Sentence } from './Result'

/** Bytes that a character cut in half may have lacked. */
const CHARACTER_MAX = 4

/** Whether more of a text may have been sent than is kept. */
const mayBeCut = (text: string) => byteLength(text) > ATTEMPT_TEXT_MAX_BYTES - CHARACTER_MAX

function KeptText({ label, text }: { label: string; text: string | null }) {
  const translate = useTranslate()
  if (!text)
    return (
      <Typography variant="body2" color="text.secondary">
        {label}: {translate('connectors.deliveries.tries.noBody')}
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

/** All that is known of one attempt. */
export function AttemptView({ attempt }: { attempt: Attempt }) {
  const translate = useTranslate()
  const locale = useLocale()
  const { created_at, duration, method, url, next_attempt_at, request_body, response_body, logs } = attempt
  const text = (key: string, values?: object) => translate(`connectors.deliveries.tries.${key}`, values)
  const isSent = url !== null
  return (
    <Stack spacing={2}>
      <FieldList>
        <Field label={text('time')}>
          <TimeText value={created_at} relative />
        </Field>
        <Field label={text('duration')}>
          {text('milliseconds', { duration: duration.toLocaleString(locale) })}
        </Field>
        <Field label={text('request')} wide>
          {isSent ? `${method ?? ''} ${url}` : text('noRequest')}
        </Field>
        <Field label={text('answer')}>
          <Sentence>
            <Outcome {...attempt} />
          </Sentence>
        </Field>
        <Field label={text('next')}>
          {next_attempt_at === null ? text('noNext') : <TimeText value={next_attempt_at} />}
        </Field>
      </FieldList>
      {isSent && <KeptText label={text('requestBody')} text={request_body} />}
      {attempt.status !== null && <KeptText label={text('responseBody')} text={response_body} />}
      {logs.length > 0 && <BodyView compact text={logs.join('\n')} label={text('logs')} />}
    </Stack>
  )
}
