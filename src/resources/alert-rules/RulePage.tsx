import {
  Button,
  CircularProgress,
  FormControlLabel,
  Link,
  Alert as Notice,
  Switch,
  Typography,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { WithRecord } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Alert, type AlertRule, alertRulesApi, alertsApi, alertTestsApi } from '#contract/alerts'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { WEEK } from '#contract/common/durations'
import { formatTime, useClock } from '../../clock'
import { useUndo } from '../../components/action/useUndo'
import { OF_RULE } from '../../components/address/addressMode'
import { alertColumns } from '../../components/alerts/columns'
import { beganAt } from '../../components/alerts/episodes'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { lazyPart } from '../../components/lazyPart'
import { Outline, Section, TimeText, useFailureToast, useNow } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { useShown } from '../../components/resource/refresh'
import { useSpaceSeries } from '../../components/series/useSeries'
import { type Column, PagedTable } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { lastReadingAt } from './condition'
import { ruleFields } from './fields'
import { useTranslate } from './texts'

const TestPart = lazyPart(() => import('./test/TestPart'))
const RuleEdit = lazyPart(async () => ({ default: (await import('./RuleForms')).RuleEdit }))

/** Switches a rule on and off. People without the permission see its state among the details. */
function EnabledSwitch({ rule: { id, enabled } }: { rule: AlertRule }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const undoBy = useUndo()
  const change = async (next: boolean) =>
    show(await ask(alertRulesApi.update, { params: { alertRuleId: id }, body: { enabled: next } }))
  const { mutate: switchTo, isPending } = useMutation({
    mutationFn: async (next: boolean) => {
      await change(next)
      const title = translate(`alert-rules.switched${next ? 'On' : 'Off'}`)
      toast({ kind: 'success', title, action: undoBy(() => change(!next)) })
    },
    onError: useFailureToast(),
  })
  if (!usePermission(alertRulesApi.update.permission)) return null
  return (
    <>
      <FormControlLabel
        label={translate('alert-rules.fields.enabled')}
        sx={{ m: 0 }}
        control={
          <Switch
            checked={enabled}
            onChange={(_event, next) => !isPending && switchTo(next)}
            slotProps={{ input: { role: 'switch', 'aria-busy': isPending } }}
          />
        }
      />
      {isPending && <CircularProgress size={16} aria-label={translate('common.loading')} />}
    </>
  )
}

function AlertLink({ alert }: { alert: Alert }) {
  return (
    <Link component={RouterLink} to={useAddresses().record('alerts', alert.id)}>
      <TimeText value={beganAt(alert)} />
    </Link>
  )
}

const columns: readonly Column<Alert>[] = [
  {
    ...alertColumns.since,
    cell: (alert) => <AlertLink alert={alert} />,
    primary: true,
    width: 140,
  },
  alertColumns.state,
  { ...alertColumns.about, card: 'line', selfExplanatory: true },
  alertColumns.lasting,
  alertColumns.worst,
]

/** Milliseconds between two polls for alerts; a hidden page does not poll. */
const POLL = 15_000

const NEWEST_FIRST = { field: 'opened_at', order: 'DESC' } as const
const rowLabel = (alert: Alert) => beganAt(alert)

function AlertsOf({ rule: { id } }: { rule: AlertRule }) {
  const translate = useTranslate()
  const filter = useMemo(() => ({ rule_id: [id] }), [id])
  return (
    <Section title={translate('alert-rules.alerts')}>
      <PagedTable<Alert>
        resource="alerts"
        title={translate('layout.titles.alerts')}
        filter={filter}
        columns={columns}
        defaultSort={NEWEST_FIRST}
        rowLabel={rowLabel}
        refreshesItself={POLL}
        empty={<Typography>{translate('alert-rules.noAlerts')}</Typography>}
      />
    </Section>
  )
}

/** Milliseconds after which a value counts as no longer sent. */
const LONG_AGO = WEEK

/**
 * Says that no device sends the value of a rule (any more), so the rule opens no alerts. Not for rules about missing
 * values, which wait for exactly that.
 */
function NotMeasuredNotice({ rule: { condition } }: { rule: AlertRule }) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(POLL)
  const { data } = useSpaceSeries()
  if (!('path' in condition) || condition.kind === 'missing' || !data) return null
  const { path } = condition
  const last = lastReadingAt(path, data)
  if (last === undefined || (last ?? 0) > now - LONG_AGO) return null
  return (
    <Notice severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <span>
        {last === null
          ? translate('alert-rules.notMeasured.never', { path })
          : translate('alert-rules.notMeasured.since', { path, time: formatTime(last, clock) })}
      </span>{' '}
      {translate('alert-rules.notMeasured.choose')}
    </Notice>
  )
}

/** Sends a test of the saved rule. */
function TestOf({ rule: { id } }: { rule: AlertRule }) {
  const translate = useTranslate()
  if (!useCapability(alertTestsApi.send.capability)) return null
  return (
    <Section title={translate('alert-rules.test.title')}>
      <Suspense fallback={<Outline height={88} />}>
        <TestPart inputOf={() => ({ rule_id: id })} />
      </Suspense>
    </Section>
  )
}

function RuleShow({ rule }: { rule: AlertRule }) {
  const mayReadAlerts = usePermission(alertsApi.list.permission)
  return (
    <>
      <RecordDetails<AlertRule>
        fields={ruleFields}
        notice={<NotMeasuredNotice rule={rule} />}
        actions={
          <>
            <ChangesButton id={rule.id} />
            <EnabledSwitch rule={rule} />
          </>
        }
      />
      <TestOf key={`test of ${rule.id}`} rule={rule} />
      {mayReadAlerts && <AlertsOf key={rule.id} rule={rule} />}
    </>
  )
}

/** Mutes the rule for a time. */
function MuteLink({ rule: { id } }: { rule: AlertRule }) {
  const label = useTranslate()('alert-rules.mute')
  const to = useAddresses().list('mutes', { create: true, suggestion: `${OF_RULE}${id}` })
  const may = usePermission('space:mute:create')
  const isOffered = useCapability(MUTES_CAPABILITY)
  if (!may || !isOffered) return null
  return (
    <Button component={RouterLink} to={to} variant="outlined">
      {label}
    </Button>
  )
}

/** One alert rule, viewed or edited. Rules, "Alerts". */
export default function RulePage() {
  return (
    <RecordPage
      actions={<WithRecord<AlertRule> render={(rule) => <MuteLink rule={rule} />} />}
      show={<WithRecord<AlertRule> render={(rule) => <RuleShow rule={rule} />} />}
      edit={<RuleEdit />}
    />
  )
}
