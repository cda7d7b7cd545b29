import { Alert, Typography } from '@mui/material'
import { useGetOne } from 'react-admin'
import type { Device } from '#contract/devices'
import type { Message } from '#contract/messages'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { Loaded, Section } from '../page'
import { routesOfMessage } from './explain'
import { FiredRow, SilentRow } from './MessageRows'
import { RouteList } from './RouteList'
import { useConnectors } from './useConnectors'
import { useMessageEvents } from './useMessageEvents'

/** Which connectors a message triggered, and why the others were not; for those who may see connectors. */
export function MessageConnectors({ message }: { message: Message }) {
  return usePermission('space:connector:read') ? <Routes message={message} /> : null
}

/** All that routing depends on, as it is now. */
function useRoutes(message: Message) {
  const connectors = useConnectors()
  const device = useGetOne<Device>('devices', { id: message.device_id })
  const events = useMessageEvents(message)
  const queries = [connectors, device, events]
  return {
    data:
      connectors.data && device.data && events.data
        ? {
            id: message.id,
            ...routesOfMessage(message, events.data.events, connectors.data, device.data),
          }
        : undefined,
    error: queries.find(({ error }) => error)?.error,
    refetch: () => queries.forEach(({ error, refetch }) => void (error && refetch())),
  }
}

function Routes({ message }: { message: Message }) {
  const translate = useTranslate()
  const query = useRoutes(message)
  return (
    <Section title={translate('routing.message.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('routing.message.hint')} {translate('routing.asNow')}
      </Typography>
      <Loaded query={query}>
        {({ fired, silent }) =>
          fired.length + silent.length === 0 ? (
            <Alert severity="info">{translate('routing.noConnectors')}</Alert>
          ) : (
            <RouteList
              label={translate('routing.message.list')}
              rows={fired.map((route) => (
                <FiredRow key={route.connectorId} route={route} messageId={message.id} />
              ))}
              others={silent.map((route) => (
                <SilentRow key={route.connector.id} route={route} message={message} />
              ))}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
