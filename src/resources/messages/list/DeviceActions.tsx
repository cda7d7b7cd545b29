import AddIcon from '@mui/icons-material/Add'
import DeviceIcon from '@mui/icons-material/Memory'
import ConsoleIcon from '@mui/icons-material/TerminalOutlined'
import { Button, IconButton } from '@mui/material'
import { Link } from 'react-router-dom'
import { downlinkPermission } from '#contract/messages'
import { ReasonButton } from '../../../components/page'
import { usePermission } from '../../../dataProvider/account'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** Whether the person may send messages of any type. */
function useMaySend() {
  const config = usePermission(downlinkPermission('config', 'create'))
  const data = usePermission(downlinkPermission('data', 'create'))
  const shell = usePermission(downlinkPermission('shell', 'create'))
  return config || data || shell
}

/** From the messages of a device to its console, its page, and a new message to it. Spec 2, section 2. */
export function DeviceActions({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const device = `/space/${useSpaceId()}/devices/${deviceId}`
  const maySend = useMaySend()
  const console = translate('messages.list.console')
  const create = { variant: 'contained', startIcon: <AddIcon /> } as const
  return (
    <>
      <IconButton component={Link} to={`${device}/console`} aria-label={console} title={console}>
        <ConsoleIcon />
      </IconButton>
      <Button component={Link} to={device} variant="outlined" startIcon={<DeviceIcon />}>
        {translate('messages.list.device')}
      </Button>
      {maySend ? (
        <Button component={Link} to={`${device}/create-message`} {...create}>
          {translate('messages.list.create')}
        </Button>
      ) : (
        <ReasonButton reason={translate('common.notPermitted')} {...create}>
          {translate('messages.list.create')}
        </ReasonButton>
      )}
    </>
  )
}
