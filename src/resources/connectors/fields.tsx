import { useLocale } from 'react-admin'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  type Connector,
  type ConnectorInput,
  connectorEntity,
  deliveryOrderSchema,
  TRIGGERS,
} from '#contract/connectors'
import { directionSchema } from '#contract/messages'
import { lazyPart } from '../../components/lazyPart'
import { DirectionText } from '../../components/message/Direction'
import { msg as messageMsg } from '../../components/message/texts'
import { TagChips } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { TAGS } from '../../components/resource/fields'
import { useSendsAlertsOnly } from '../../components/routing/RouteList'
import { useTags } from '../../components/tags/useTags'
import WarningMark from '../../components/value/WarningMark'
import { msg as word } from '../../components/words/texts'
import { useCapability } from '../../config'
import type { Based } from '../../dataProvider/versionedSave'
import { ConnectorState, NarrowConnectorState } from './outcome'
import { delaysCodec, retryDelaysOf } from './retryDelays'
import { group, msg, useTranslate } from './texts'
import { durationText, nameOfTrigger } from './values'

const TriggersInput = lazyPart(async () => ({ default: (await import('./ConnectorInputs')).TriggersInput }))
const TypeInput = lazyPart(async () => ({ default: (await import('./broker/BrokerInputs')).TypeInput }))
const PasswordInput = lazyPart(async () => ({
  default: (await import('./broker/BrokerInputs')).PasswordInput,
}))
const BatchSecondsInput = lazyPart(async () => ({
  default: (await import('./batch/BatchInputs')).BatchSecondsInput,
}))
const BatchResultsInput = lazyPart(async () => ({
  default: (await import('./batch/BatchInputs')).BatchResultsInput,
}))
const DelaysInput = lazyPart(async () => ({ default: (await import('./ConnectorInputs')).DelaysInput }))
const TransformationInput = lazyPart(async () => ({
  default: (await import('./ConnectorInputs')).TransformationInput,
}))

const STATE_CHOICES = [
  { id: 'true', name: msg('connectors.enabled') },
  { id: 'false', name: word('words.connector.disabled') },
] as const

function Triggers({ triggers }: Pick<Connector, 'triggers'>) {
  const translate = useTranslate()
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  if (triggers.length === 0)
    return <span>{translate(`connectors.${hasAlerts ? 'onlyAlerts' : 'noTriggers'}`)}</span>
  return triggers.map((trigger) => translate(nameOfTrigger(trigger))).join(', ')
}

const PasswordSet = () => <span>{useTranslate()('connectors.broker.passwordSet')}</span>

const Type = ({ type }: Pick<Connector, 'type'>) => <span>{useTranslate()(`connectors.types.${type}`)}</span>

function Order({ order }: Pick<Connector, 'order'>) {
  const translate = useTranslate()
  return <span>{translate(`connectors.order.${order}`)}</span>
}

function Batch({
  batch_size: count,
  batch_seconds: seconds,
}: Pick<Connector, 'batch_size' | 'batch_seconds'>) {
  const translate = useTranslate()
  const locale = useLocale()
  if (count === null || count === 1) return <span>{translate('connectors.batch.one')}</span>
  return <span>{translate('connectors.batch.shown', { count, time: durationText(seconds, locale) })}</span>
}

const BatchResults = () => <span>{useTranslate()('connectors.batch.named')}</span>

function RetryDelays({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const locale = useLocale()
  const delays = retryDelaysOf(connector).map((seconds) => durationText(seconds, locale))
  return <span>{delays.join(', ') || translate('connectors.delays.none')}</span>
}

/** Whether a connector gets no messages because it has no tags. One that is only for alerts needs none. */
export function useLacksTags() {
  const sendsAlertsOnly = useSendsAlertsOnly()
  return (connector: Pick<Connector, 'tags' | 'triggers'>) =>
    connector.tags.length === 0 && !sendsAlertsOnly(connector)
}

/** Tags of a connector; without tags, a warning that it forwards nothing. Rules, "Connectors", NO_TAGS_CONNECTOR. */
function TagsCell({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const lacksTags = useLacksTags()
  if (!lacksTags(connector)) return <TagChips tags={connector.tags} />
  return <WarningMark text={translate('connectors.NO_TAGS_CONNECTOR')} />
}

/** The fields of a connector. Rules, "Connectors". */
export const connectorFields = entityFields(
  connectorEntity,
  'all',
  group('connectors.fields'),
  {
    name: { input: { kind: 'name', prefix: 'connector-', taken: msg('connectors.errors.nameTaken') } },
    id: { column: { dropPriority: 1 } },
    enabled: {
      label: word('words.connector.state'),
      show: (connector) => <ConnectorState connector={connector} />,
      details: false,
      column: {
        sortBy: 'enabled',
        filter: { kind: 'multiselect', source: 'enabled', choices: STATE_CHOICES },
        brief: (connector) => <NarrowConnectorState connector={connector} />,
        width: 208,
        card: 'title',
      },
      input: null,
    },
    type: {
      show: ({ type }) => <Type type={type} />,
      column: { width: 96, dropPriority: 3 },
      input: {
        kind: 'own',
        Input: TypeInput,
        initial: 'webhook',
        codec: { toForm: (type) => type, fromForm: (type) => type },
      },
    },
    broker_url: {
      optional: true,
      column: null,
      input: {
        kind: 'text',
        hint: msg('connectors.broker.urlHint'),
        errors: msg('connectors.errors.brokerUrl'),
      },
    },
    broker_username: { optional: true, column: null, input: { kind: 'text' } },
    has_broker_password: {
      optional: true,
      column: null,
      show: ({ has_broker_password: isSet }) => (isSet ? <PasswordSet /> : null),
    },
    broker_password: { input: { kind: 'own', Input: PasswordInput, secret: true } },
    broker_client_id: {
      optional: true,
      column: null,
      input: { kind: 'text', hint: msg('connectors.broker.clientIdHint') },
    },
    direction: {
      show: ({ direction }) => <DirectionText direction={direction} />,
      column: { width: 112, dropPriority: 4 },
      input: {
        kind: 'select',
        initial: 'up',
        choices: directionSchema.options.map((id) => ({
          id,
          name: messageMsg(`message.directions.${id}`),
        })),
      },
    },
    triggers: {
      show: ({ triggers }) => <Triggers triggers={triggers} />,
      column: {
        card: 'line',
        filter: {
          kind: 'multiselect',
          source: 'triggers',
          choices: TRIGGERS.map((id) => ({ id, name: nameOfTrigger(id) })),
        },
      },
      input: { kind: 'own', Input: TriggersInput, initial: ['data'] },
    },
    tags: {
      ...TAGS,
      column: {
        cell: (connector) => <TagsCell connector={connector} />,
        card: 'line',
        selfExplanatory: true,
        width: 120,
        filter: { kind: 'multiselect', source: 'tags', choices: useTags },
      },
    },
    created_at: { column: { width: 124, dropPriority: 2 } },
    retry_delays: {
      show: (connector) => <RetryDelays connector={connector} />,
      column: null,
      input: {
        kind: 'own',
        Input: DelaysInput,
        codec: delaysCodec,
        tab: 'advanced',
        errors: msg('connectors.errors.delay'),
      },
    },
    max_rate: {
      optional: true,
      column: null,
      input: { kind: 'number', tab: 'advanced', hint: msg('connectors.limits.rate') },
    },
    max_parallel: {
      optional: true,
      column: null,
      input: { kind: 'number', tab: 'advanced', hint: msg('connectors.limits.parallel') },
    },
    order: {
      optional: true,
      show: ({ order }) => (order === 'any' ? null : <Order order={order} />),
      column: null,
      input: {
        kind: 'select',
        tab: 'advanced',
        hint: msg('connectors.order.hint'),
        always: true,
        choices: deliveryOrderSchema.options.map((id) => ({ id, name: msg(`connectors.order.${id}`) })),
      },
    },
    batch_size: {
      optional: true,
      show: (connector) => (connector.batch_size === null ? null : <Batch {...connector} />),
      column: null,
      input: { kind: 'number', tab: 'advanced', hint: msg('connectors.batch.hint') },
    },
    batch_seconds: {
      details: false,
      column: null,
      input: { kind: 'own', Input: BatchSecondsInput, tab: 'advanced' },
    },
    batch_results: {
      optional: true,
      show: ({ batch_size: count, batch_results: isOn }) =>
        count !== null && isOn ? <BatchResults /> : null,
      column: null,
      input: { kind: 'own', Input: BatchResultsInput, tab: 'advanced' },
    },
    transformation: {
      isText: true,
      details: false,
      column: null,
      input: {
        kind: 'own',
        Input: TransformationInput,
        tab: 'advanced',
        errors: msg('connectors.errors.transformation'),
      },
    },
  },
  ['retry_delay', 'state', 'signed_twice_until', 'operation', 'client_certificate'],
)

/** Current values of a connector as the input of an update; of its tags only the ids. Rules, "Connectors". */
const inputOf = (connector: Connector): Record<keyof ConnectorInput, unknown> => ({
  name: connector.name,
  type: connector.type,
  broker_url: connector.broker_url ?? undefined,
  broker_username: connector.broker_username ?? undefined,
  broker_password: undefined,
  broker_client_id: connector.broker_client_id ?? undefined,
  direction: connector.direction,
  triggers: connector.triggers,
  tags: connector.tags.map(({ id }) => ({ id })),
  transformation: connector.transformation,
  retry_delays: connector.retry_delays ?? undefined,
  max_rate: connector.max_rate ?? undefined,
  max_parallel: connector.max_parallel ?? undefined,
  order: connector.order === 'any' ? undefined : connector.order,
  batch_size: connector.batch_size ?? undefined,
  batch_seconds: connector.batch_size === null ? undefined : connector.batch_seconds,
  batch_results: connector.batch_results || undefined,
  enabled: connector.enabled,
})

/**
 * An update of the seen connector: it sends only the changes, and is refused if somebody else changed the connector.
 */
export function changeOf(connector: Connector, changes: Partial<ConnectorInput>) {
  const before = inputOf(connector)
  const based: Based = { version: connector.version, data: before }
  const { id } = connector
  return { id, data: { ...before, ...changes }, previousData: connector, meta: { based } }
}
