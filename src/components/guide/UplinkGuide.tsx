import { messagesApi } from '#contract/messages'
import { usePermission } from '../../dataProvider/account'
import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import { requestOf } from '../snippets/commands'
import { Snippets, useApiBase } from '../snippets/Snippets'
import { Guide } from './Guide'
import type en from './messages.en'

const { useTranslate } = textsOf<Texts<{ guide: typeof en }>>('guide')

/** Placeholders for values that this page does not know. */
const SERIAL_NUMBER = 'SERIAL_NUMBER'
const TOKEN = 'CLAIM_TOKEN'
const BODY = { thermometer: { temperature: 21.5 } }

/** The command with which a device sends a message, for people who may claim devices. */
export default function UplinkGuide({ serialNumber }: { serialNumber?: string | undefined }) {
  const translate = useTranslate()
  const base = useApiBase()
  const mayClaim = usePermission('space:device:create')
  if (!mayClaim) return null
  const body = { serial_number: serialNumber ?? SERIAL_NUMBER, token: TOKEN, type: 'data', body: BODY }
  return (
    <Guide
      title={translate('guide.uplink.title')}
      text={translate(`guide.uplink.${serialNumber ? 'text' : 'textForAny'}`, {
        serial: SERIAL_NUMBER,
        token: TOKEN,
      })}
    >
      <Snippets request={{ ...requestOf(base, messagesApi.uplink, { body }), isKeyless: true }} />
    </Guide>
  )
}
