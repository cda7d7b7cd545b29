import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { DirectionText } from '../DirectionText'

/** What one side of a comparison is, with the ways to the message and its device. */
export function MessageSide({ message, title }: { message: Message; title: string }) {
  const translate = useTranslate()
  const space = `/space/${useSpaceId()}`
  const { id, type, direction, created_at, device_id, device_name, device_serial_number } = message
  return (
    <Section
      title={title}
      actions={
        <Link component={RouterLink} to={`${space}/messages/${id}`}>
          {translate('messages.compare.detail')}
        </Link>
      }
    >
      <FieldList>
        <Field label={translate('messages.type')}>{translate(`messages.types.${type}`)}</Field>
        <Field label={translate('messages.direction')}>
          <DirectionText direction={direction} />
        </Field>
        <Field label={translate('messages.createdAt')}>
          <TimeText value={created_at} />
        </Field>
        <Field label={translate('messages.device')}>
          <Link component={RouterLink} to={`${space}/devices/${device_id}`}>
            {device_name ?? device_serial_number ?? device_id}
          </Link>
        </Field>
      </FieldList>
    </Section>
  )
}
