import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { ReasonButton } from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { useDeviceLinks } from './useDeviceLinks'

/** The ways from a device to its console and its messages. Spec 2, section 2. */
export function DeviceLinks({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const { console, createMessage, messages } = useDeviceLinks(deviceId)
  const canSend = usePermission('space:device:downlink:create')
  return (
    <>
      <Button component={Link} to={console} variant="outlined">
        {translate('devices.actions.openConsole')}
      </Button>
      {messages && (
        <Button component={Link} to={messages} variant="outlined">
          {translate('devices.actions.allMessages')}
        </Button>
      )}
      {canSend ? (
        <Button component={Link} to={createMessage} variant="outlined">
          {translate('devices.actions.createMessage')}
        </Button>
      ) : (
        <ReasonButton reason={translate('common.notPermitted')} variant="outlined">
          {translate('devices.actions.createMessage')}
        </ReasonButton>
      )}
    </>
  )
}
