import { Box, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { type AlertRule, type Audience, alertRuleEntity } from '#contract/alerts'
import { Sentence } from '../../components/alerts/Sentence'
import { NEW_SCOPE, scopeCodec } from '../../components/alerts/scope/scope'
import { msg as alertsMsg } from '../../components/alerts/texts'
import { AudienceText } from '../../components/audience/AudienceText'
import { lazyPart } from '../../components/lazyPart'
import { StateText } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { conditionCodec, NEW_CONDITION } from './condition'
import { group, msg, useTranslate } from './texts'

const ConditionInput = lazyPart(() => import('./ConditionInput'))
const ScopeInput = lazyPart(() => import('./RuleScopeInput'))
const NotifyInput = lazyPart(() => import('./NotifyInput'))
const EscalationInput = lazyPart(() => import('./EscalationInput'))

/** By default, administrators are notified. */
const NEW_AUDIENCE: Audience = { roles: ['admin'], user_ids: [], connector_ids: [], shift_ids: [] }

/** Who is notified later, while nobody has acknowledged an alert. */
function EscalationText({ escalation }: Pick<AlertRule, 'escalation'>) {
  const translate = useTranslate()
  if (escalation.length === 0) return <span>{translate('alert-rules.escalation.none')}</span>
  return escalation.map(({ minutes, ...notify }) => (
    <Box key={minutes} sx={{ mb: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {translate('alert-rules.escalation.after', { smart_count: minutes })}
      </Typography>
      <AudienceText notify={notify} />
    </Box>
  ))
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
    show: ({ notify }) => <AudienceText notify={notify} isOfRule />,
    column: null,
    input: { kind: 'own', Input: NotifyInput, initial: NEW_AUDIENCE },
  },
  escalation: {
    show: ({ escalation }) => <EscalationText escalation={escalation} />,
    column: null,
    input: {
      kind: 'own',
      Input: EscalationInput,
      initial: [],
      errors: { invalid: msg('alert-rules.escalation.invalid') },
    },
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
