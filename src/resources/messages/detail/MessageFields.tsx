import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { CopyText, Field, FieldList, TimeText } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { DirectionText } from '../DirectionText'
import { DownStateChip } from './DownStateChip'

/** What the device of a message is called: its name, or else its serial number or id. */
export const deviceNameOf = ({ device_name, device_serial_number, device_id }: Message) =>
  device_name ?? device_serial_number ?? device_id

/** Everything of a message but its contents. Spec 2, section 2. */
export function MessageFields({ message }: { message: Message }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const isDown = message.direction === 'down'
  return (
    <FieldList>
      <Field label={translate('messages.id')}>
        <CopyText value={message.id} what={translate('messages.id')} />
      </Field>
      <Field label={translate('messages.device')}>
        <Link component={RouterLink} to={`/space/${spaceId}/devices/${message.device_id}`}>
          {deviceNameOf(message)}
        </Link>
      </Field>
      <Field label={translate('messages.createdAt')}>
        <TimeText value={message.created_at} relative />
      </Field>
      <Field label={translate('messages.serialNumber')}>{message.device_serial_number}</Field>
      <Field label={translate('messages.type')}>{translate(`messages.types.${message.type}`)}</Field>
      <Field label={translate('messages.direction')}>
        <DirectionText direction={message.direction} />
      </Field>
      {isDown && (
        <>
          <Field label={translate('messages.downState')}>
            {message.down_state && <DownStateChip state={message.down_state} />}
          </Field>
          <Field label={translate('messages.detail.attempts')}>{message.down_attempt}</Field>
          <Field label={translate('messages.detail.stateAt')}>
            <TimeText value={message.down_state_at} relative />
          </Field>
          {message.down_scheduled_at && (
            <Field label={translate('messages.detail.scheduledAt')}>
              <TimeText value={message.down_scheduled_at} relative />
            </Field>
          )}
        </>
      )}
      {message.codec_hash && (
        <Field label={translate('messages.detail.codecHash')} wide>
          <CopyText value={message.codec_hash} what={translate('messages.detail.codecHash')} />
        </Field>
      )}
    </FieldList>
  )
}
