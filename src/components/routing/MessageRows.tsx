import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import type { Message } from '#contract/messages'
import { usePermission } from '../../dataProvider/account'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { useFailureText } from '../failure/useFailureText'
import { ReasonButton, TimeText } from '../page'
import { deliveryLink, useListsDeliveries } from './deliveryLinks'
import { type Fired, outcomeOf, type Silent } from './explain'
import { previewLink } from './links'
import { RouteRow } from './RouteList'
import { useReasons } from './useReasons'

/** Leads to the preview of a connector with the message. */
function TestButton({ connector: { id, name }, messageId }: { connector: Connector; messageId: string }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const canUpdate = usePermission('space:connector:update')
  const props = {
    size: 'small',
    'aria-label': translate('routing.message.testOf', { name }),
    children: translate('routing.message.test'),
  } as const
  if (!canUpdate) return <ReasonButton {...props} reason={translate('common.notPermitted')} />
  return <Button {...props} component={Link} to={previewLink(spaceId, id, messageId)} />
}

/** Leads to the delivery of the message, where the server tells of it. */
function DeliveryButton({ route: { connector, connectorId, details } }: { route: Fired }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const listsDeliveries = useListsDeliveries()
  if (!listsDeliveries || !connector || !details) return null
  return (
    <Button
      size="small"
      component={Link}
      to={deliveryLink(spaceId, connectorId, details.delivery_id)}
      aria-label={translate('routing.message.deliveryOf', { name: connector.name })}
    >
      {translate('routing.message.delivery')}
    </Button>
  )
}

/** A connector that the message triggered, and what came of it. */
export function FiredRow({ route, messageId }: { route: Fired; messageId: string }) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const { connector, event, at, details } = route
  const outcome = outcomeOf(event)
  const text = (key: string, values?: object) => translate(`routing.message.${key}`, values)
  const parts = [
    outcome ? text(`outcomes.${outcome}`) : event,
    details && text('attempt', { number: details.attempt + 1 }),
    details &&
      (failureText(details) ?? (details.status !== null && text('status', { status: details.status }))),
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

/** A connector that the message did not trigger, and why. */
export function SilentRow({ route, message }: { route: Silent; message: Message }) {
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
