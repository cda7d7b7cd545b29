import ErrorIcon from '@mui/icons-material/ErrorOutline'
import { Link, styled } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { CopyText } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { hasError } from './hasError'

const WithIcon = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 6 })

/** Shortened id with its copy action. */
export function MessageId({ id }: { id: string }) {
  return <CopyText short value={id} what={useTranslate()('messages.id')} />
}

/** What the message is about, with an icon when its body tells of an error. */
export function TypeText({ message: { type, body } }: { message: Message }) {
  const translate = useTranslate()
  return (
    <WithIcon>
      {translate(`messages.types.${type}`)}
      {hasError(body) && (
        <ErrorIcon color="error" fontSize="small" titleAccess={translate('messages.list.error')} />
      )}
    </WithIcon>
  )
}

/** Serial number of the device, which leads to it; its name is in the tooltip. */
export function DeviceLink({ message }: { message: Message }) {
  const { device_id, device_serial_number, device_name } = message
  return (
    <Link
      component={RouterLink}
      to={`/space/${useSpaceId()}/devices/${device_id}`}
      title={device_name ?? undefined}
      underline="hover"
    >
      {device_serial_number ?? device_name ?? device_id}
    </Link>
  )
}
