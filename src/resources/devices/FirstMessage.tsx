import { Typography } from '@mui/material'
import type { Device } from '#contract/devices'
import { messagesApi } from '#contract/messages'
import { Section } from '../../components/page'
import { requestOf } from '../../components/snippets/commands'
import { Snippets, useApiBase } from '../../components/snippets/Snippets'
import { useTranslate } from './texts'

/** Placeholder in the command for the claim token, which nothing shows again. */
const TOKEN = 'CLAIM_TOKEN'
const BODY = { thermometer: { temperature: 21.5 } }

/** Command that sends the first message of a new device. */
export default function FirstMessage({ device: { serial_number } }: { device: Device }) {
  const translate = useTranslate()
  const body = { serial_number, token: TOKEN, type: 'data', body: BODY }
  const request = { ...requestOf(useApiBase(), messagesApi.uplink, { body }), isKeyless: true }
  return (
    <Section title={translate('devices.first.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('devices.first.hint', { token: TOKEN })}
      </Typography>
      <Snippets request={request} />
    </Section>
  )
}
