import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { type AlertRule, type Audience, alertRuleEntity } from '#contract/alerts'
import { usersApi } from '#contract/users'
import { Sentence } from '../../components/alerts/Sentence'
import { NEW_SCOPE, scopeCodec } from '../../components/alerts/scope/scope'
import { msg as alertsMsg } from '../../components/alerts/texts'
import { lazyPart } from '../../components/lazyPart'
import { StateText } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { conditionCodec, NEW_CONDITION } from './condition'
import { group, useTranslate } from './texts'

const ConditionInput = lazyPart(() => import('./ConditionInput'))
const ScopeInput = lazyPart(() => import('./RuleScopeInput'))
const NotifyInput = lazyPart(() => import('./NotifyInput'))

/** By default, administrators are notified. */
const NEW_AUDIENCE: Audience = { roles: ['admin'], user_ids: [], connector_ids: [] }

/** The notified connectors, each as a link. */
function ConnectorLinks({ ids }: { ids: readonly string[] }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { data } = useGetList('connectors', WHOLE_LIST, { onError: () => undefined })
  return ids.map((id) => {
    const found = data?.find((connector) => connector.id === id)
    const gone = data ? translate('alert-rules.form.goneConnector') : '…'
    return (
      <div key={id}>
        {found ? (
          <Link component={RouterLink} to={record('connectors', id)}>
            {found.enabled
              ? found.name
              : translate('alert-rules.form.disabledConnector', { name: found.name })}
          </Link>
        ) : (
          gone
        )}
      </div>
    )
  })
}

/** Largest number of people that are named. */
const NAMED = 10

/** Chosen people by e-mail address, and the number of others; only their number if people may not be read. */
function usePeople(ids: readonly string[]): string[] {
  const translate = useTranslate()
  const mayRead = usePermission(usersApi.list.permission)
  const { data } = useGetList('users', WHOLE_LIST, {
    enabled: mayRead && ids.length > 0,
    onError: () => undefined,
  })
  if (ids.length === 0) return []
  if (!data) return [translate('alert-rules.form.chosen', { smart_count: ids.length })]
  const gone = translate('alert-rules.form.gonePerson')
  const named = ids.slice(0, NAMED).map((id) => data.find((person) => person.id === id)?.email ?? gone)
  const others = ids.length - named.length
  return others > 0 ? [...named, translate('alert-rules.form.morePeople', { smart_count: others })] : named
}

function AudienceText({ notify: { roles, user_ids, connector_ids } }: { notify: Audience }) {
  const translate = useTranslate()
  const who = [...roles.map((role) => translate(`alert-rules.form.roles.${role}`)), ...usePeople(user_ids)]
  return (
    <>
      {(who.length > 0 || connector_ids.length === 0) && (
        <div>{who.length > 0 ? who.join(', ') : translate('alert-rules.form.nobody')}</div>
      )}
      <ConnectorLinks ids={connector_ids} />
    </>
  )
}

/** Whether people are notified even in their quiet hours. */
function UrgentText({ urgent }: { urgent: boolean }) {
  const translate = useTranslate()
  return <span>{translate(urgent ? 'alert-rules.urgent' : 'alert-rules.patient')}</span>
}

/** Number of open alerts of a rule, linked to them. */
function OpenAlerts({ rule: { id, name, open_count } }: { rule: AlertRule }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  if (!open_count) return open_count
  return (
    <Link
      component={RouterLink}
      to={addresses.list('alerts', { filter: { rule_id: [id] } })}
      aria-label={translate('alert-rules.openOf', { smart_count: open_count, name })}
    >
      {open_count}
    </Link>
  )
}

function RuleState({ enabled }: { enabled: boolean }) {
  const translate = useTranslate()
  return (
    <StateText tone={enabled ? 'good' : 'none'}>
      {translate(enabled ? 'alert-rules.on' : 'alert-rules.off')}
    </StateText>
  )
}

/** The fields of an alert rule. Rules, "Alerts". */
export const ruleFields = entityFields(alertRuleEntity, 'all', group('alert-rules.fields'), {
  name: {},
  condition: {
    show: ({ condition, scope, urgent }) => <Sentence {...{ condition, scope, urgent }} />,
    wide: true,
    column: { least: 260, card: 'below', sortBy: undefined },
    input: { kind: 'own', Input: ConditionInput, codec: conditionCodec, initial: NEW_CONDITION },
  },
  scope: {
    // The sentence contains it.
    show: () => false,
    column: null,
    compare: ({ condition, scope }) => <Sentence condition={condition} scope={scope} />,
    input: {
      kind: 'own',
      Input: ScopeInput,
      codec: scopeCodec,
      initial: NEW_SCOPE,
      errors: { tooFew: alertsMsg('alerts.scope.tooFew') },
    },
  },
  notify: {
    show: ({ notify }) => <AudienceText notify={notify} />,
    column: null,
    input: { kind: 'own', Input: NotifyInput, initial: NEW_AUDIENCE },
  },
  urgent: {
    // The sentence contains it.
    show: () => false,
    column: null,
    compare: ({ urgent }) => <UrgentText urgent={urgent} />,
    input: { kind: 'switch' },
  },
  open_count: {
    show: (rule) => <OpenAlerts rule={rule} />,
    details: false,
    column: { width: 110, card: 'line' },
  },
  enabled: {
    show: ({ enabled }) => <RuleState enabled={enabled} />,
    column: { sortBy: 'enabled', width: 96, card: 'title' },
    input: { kind: 'switch' },
  },
  judged_from: { column: null },
  created_at: { column: { width: 124, dropPriority: 1, hidden: true } },
  id: { column: { dropPriority: 2 } },
})
