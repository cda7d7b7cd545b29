import { Box, Stack } from '@mui/material'
import { useLocale } from 'react-admin'
import { byteLength } from '#contract/common'
import type { Publication, WebhookRequest } from '#contract/connectors'
import { BodyView } from '../../../components/json'
import { Field, FieldList } from '../../../components/page'
import type { Sent, Verdict } from './run'
import { useTranslate } from './texts'

const CODE = { fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere' } as const

/** Body of a request, or payload of a publication. */
export const contentOf = (sent: Sent) => ('topic' in sent ? sent.payload : sent.body)

/** The message exactly as it would be published. */
function PublicationView({ topic, qos, retain, payload }: Publication) {
  const translate = useTranslate()
  const number = new Intl.NumberFormat(useLocale())
  const size = byteLength(payload)
  const how = [
    translate(`connectors.preview.publication.qos.${qos === 0 ? 'once' : 'confirmed'}`),
    ...(retain ? [translate('connectors.preview.publication.retain')] : []),
  ]
  return (
    <Stack sx={{ gap: 2 }}>
      <FieldList>
        <Field label={translate('connectors.preview.publication.topic')} wide>
          <Box component="span" sx={CODE}>
            {topic}
          </Box>
        </Field>
        <Field label={translate('connectors.preview.publication.how')} wide>
          {how.join('; ')}
        </Field>
      </FieldList>
      {payload === '' ? (
        <span>{translate('connectors.preview.publication.empty')}</span>
      ) : (
        <BodyView
          compact
          text={payload}
          label={translate('connectors.preview.publication.payload', {
            smart_count: size,
            size: number.format(size),
          })}
        />
      )}
    </Stack>
  )
}

/** The request or publication exactly as it would be sent. */
export function SentView({ verdict }: { verdict: Verdict }) {
  const translate = useTranslate()
  if (verdict.kind !== 'sent') return <span>{translate('connectors.preview.noRequest')}</span>
  const { request } = verdict
  return 'topic' in request ? <PublicationView {...request} /> : <RequestView {...request} />
}

function RequestView({ method, url, header, body }: WebhookRequest) {
  const translate = useTranslate()
  const number = new Intl.NumberFormat(useLocale())
  const size = body === null ? 0 : byteLength(body)
  return (
    <Stack sx={{ gap: 2 }}>
      <FieldList>
        <Field label={translate('connectors.preview.request.line')} wide>
          <Box component="span" sx={CODE}>
            <strong>{method}</strong> {url}
          </Box>
        </Field>
        <Field label={translate('connectors.preview.request.header')} wide>
          {Object.entries(header).map(([name, value]) => (
            <Box key={name} sx={CODE}>
              <strong>{name}</strong>: {value}
            </Box>
          ))}
        </Field>
      </FieldList>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {translate('connectors.preview.request.added')}
      </Box>
      {body === null ? (
        <span>{translate('connectors.preview.request.noBody')}</span>
      ) : (
        <BodyView
          compact
          text={body}
          label={translate('connectors.preview.request.body', {
            smart_count: size,
            size: number.format(size),
          })}
        />
      )}
    </Stack>
  )
}
