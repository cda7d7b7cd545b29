import MessagesIcon from '@mui/icons-material/ForumOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import ConsoleIcon from '@mui/icons-material/TerminalOutlined'
import type { Device } from '#contract/devices'
import { EditLink, RowLink, RowLinks } from '../../components/table'
import { useTranslate } from '../../i18n/translate'
import { useDeviceLinks } from './useDeviceLinks'

/** Links of a row. Spec 2, section 2. */
export function RowActions({ device: { id, name } }: { device: Device }) {
  const translate = useTranslate()
  const links = useDeviceLinks(id)
  return (
    <RowLinks>
      <RowLink to={links.console} label={translate('devices.actions.console', { name })}>
        <ConsoleIcon fontSize="small" />
      </RowLink>
      {links.messages && (
        <RowLink to={links.messages} label={translate('devices.actions.messages', { name })}>
          <MessagesIcon fontSize="small" />
        </RowLink>
      )}
      <RowLink to={links.detail} label={translate('devices.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
      <EditLink
        to={links.edit}
        label={translate('devices.actions.edit', { name })}
        permission="space:device:update"
      />
    </RowLinks>
  )
}
