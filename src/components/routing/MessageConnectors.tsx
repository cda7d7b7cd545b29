import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { type Message, messagesApi } from '#contract/messages'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useRead } from '../../dataProvider/answers'
import { useGetOne, useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useFailureText } from '../failure/useFailureText'
import { ReasonButton, TimeText } from '../page'
import { type Fired, outcomeOf, routesOfMessage, type Silent } from './explain'
import { RouteList, RouteRow, RouteSection, useConnectors, useReasons } from './RouteList'
import { useTranslate } from './texts'

/** Events of a message, oldest first. When its state changes, the old events stay until the new ones arrive. */
export function useMessageEvents({ id, down_state }: Pick<Message, 'id' | 'down_state'>) {
  const { ask } = useSpaceport()
  return useRead(
    messagesApi.events,
    // Each state of the message adds an event.
    { id, down_state },
    async (signal) => ({ id, events: await ask(messagesApi.events, { params: { messageId: id }, signal }) }),
    { placeholderData: (shown) => shown },
  )
}

/** Opens a connector's preview with the message. */
function TestButton({ connector: { id, name }, messageId }: { connector: Connector; messageId: string }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const canUpdate = usePermission('space:connector:update')
  const props = {
    size: 'small',
    'aria-label': translate('routing.message.testOf', { name }),
    children: translate('routing.message.test'),
  } as const
  if (!canUpdate) return <ReasonButton {...props} reason={translate('common.notPermitted')} />
  return <Button {...props} component={Link} to={addresses.preview(id, messageId)} />
}

/** Opens the delivery of the message, if the server lists deliveries. */
function DeliveryButton({ route: { connector, connectorId, details } }: { route: Fired }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  if (!listsDeliveries || !connector || !details) return null
  return (
    <Button
      size="small"
      component={Link}
      to={addresses.delivery(connectorId, details.delivery_id)}
      aria-label={translate('routing.message.deliveryOf', { name: connector.name })}
    >
      {translate('routing.message.delivery')}
    </Button>
  )
}

/** A connector that the message triggered, and its outcome. */
function FiredRow({ route, messageId }: { route: Fired; messageId: string }) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const { connector, event, at, details } = route
  const outcome = outcomeOf(event)
  const parts = [
    outcome ? translate(`routing.message.outcomes.${outcome}`) : event,
    details && translate('routing.message.attempt', { number: details.attempt + 1 }),
    details &&
      (failureText(details) ??
        (details.status !== null && translate('routing.message.status', { status: details.status }))),
  ].filter(Boolean)
  return (
    <RouteRow
      look={outcome === 'retry' || outcome === 'failed' ? 'failed' : outcome === 'cancelled' ? 'no' : 'yes'}
      connector={connector}
      actions={
        <>
          <DeliveryButton route={route} />
          {connector && <TestButton connector={connector} messageId={messageId} />}
        </>
      }
    >
      {parts.join(' · ')} · <TimeText value={at} />
    </RouteRow>
  )
}

/** A connector that the message did not trigger, with the reason. */
function SilentRow({ route, message }: { route: Silent; message: Message }) {
  const translate = useTranslate()
  const reasonsOf = useReasons()
  const { connector, mismatches, isLater } = route
  const reasons = isLater ? (['later', ...mismatches] as const) : mismatches
  return (
    <RouteRow
      look="no"
      connector={connector}
      actions={<TestButton connector={connector} messageId={message.id} />}
    >
      {reasons.length === 0
        ? translate('routing.message.changed')
        : translate('routing.message.not', { reasons: reasonsOf(connector, reasons, message.type) })}
    </RouteRow>
  )
}

/** The connectors that the message did and did not trigger, from connectors, device and message events. */
function useRoutes(message: Message) {
  const connectors = useConnectors()
  const device = useGetOne('devices', { id: message.device_id })
  const events = useMessageEvents(message)
  const queries = [connectors, device, events]
  return {
    data:
      connectors.data && device.data && events.data
        ? { id: message.id, ...routesOfMessage(message, events.data.events, connectors.data, device.data) }
        : undefined,
    error: queries.find(({ error }) => error)?.error,
    refetch: () => queries.forEach(({ error, refetch }) => void (error && refetch())),
  }
}

function Routes({ message }: { message: Message }) {
  const translate = useTranslate()
  return (
    <RouteSection of="message" query={useRoutes(message)}>
      {({ fired, silent }) => (
        <RouteList
          label={translate('routing.message.list')}
          rows={fired.map((route) => (
            <FiredRow key={route.connectorId} route={route} messageId={message.id} />
          ))}
          others={silent.map((route) => (
            <SilentRow key={route.connector.id} route={route} message={message} />
          ))}
        />
      )}
    </RouteSection>
  )
}

/** The connectors that a message triggered, and why others were not. Needs permission to see connectors. */
export function MessageConnectors({ message }: { message: Message }) {
  return usePermission('space:connector:read') ? <Routes message={message} /> : null
}
