import { Box, Link } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { type Alert, alertsApi, type MuteCreate, mutesApi, SCOPE_MAX, type Scope } from '#contract/alerts'
import { formatMinute, useClock } from '../../clock'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { SnoozeMenu } from '../action/SnoozeMenu'
import { useUndo } from '../action/useUndo'
import { useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { episodesOf } from './episodes'
import { useTranslate } from './texts'

/**
 * The mute that snoozes an alert. It covers the alert's rule and the devices or connectors with open episodes; if there
 * are too many of them, the whole scope of the rule.
 */
function muteOf(alert: Alert): Omit<MuteCreate, 'ends_at'> {
  const { rule_id, rule_name, connector_count, open_count } = alert
  const open = episodesOf(alert).filter(({ ended_at }) => ended_at === null)
  const ids = [...new Set(open.map(({ id }) => id))].slice(0, SCOPE_MAX)
  const chosen: Scope =
    connector_count > 0 ? { kind: 'connectors', connector_ids: ids } : { kind: 'devices', device_ids: ids }
  const scope: Scope = open_count > ids.length ? { kind: 'all' } : chosen
  return { name: rule_name, scope, rule_ids: [rule_id], starts_at: null, repeats: null, note: null }
}

/**
 * Snoozes an alert until a chosen time. Until then, its rule opens no alerts for these devices or connectors, even if
 * the condition ends and holds again.
 */
export function SnoozeButton({ alert, size }: { alert: Alert; size?: 'small' }) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const undoBy = useUndo()
  const refresh = () => invalidate(mutesApi, alertsApi)
  const { mutate, isPending } = useMutation({
    mutationFn: (until: number) =>
      ask(mutesApi.create, { body: { ...muteOf(alert), ends_at: new Date(until).toISOString() } }),
    onSuccess: async ({ id, ends_at }) => {
      toast({
        kind: 'success',
        title: translate('alerts.snooze.done', { time: formatMinute(Date.parse(ends_at), clock) }),
        action: undoBy(async () => {
          await ask(mutesApi.delete, { params: { muteId: id } })
          await refresh()
        }),
      })
      await refresh()
    },
    onError: useFailureToast(),
  })
  return (
    <SnoozeMenu
      permission={mutesApi.create.permission}
      variant="outlined"
      size={size}
      aria-label={translate('alerts.snooze.of', { name: alert.rule_name })}
      textOf={(span) => translate(`alerts.snooze.${span}`)}
      onChoose={(until) => !isPending && mutate(until)}
    >
      {translate('alerts.snooze.action')}
    </SnoozeMenu>
  )
}

/** Whether a part of an open alert is not muted yet. */
export const isMutable = ({ ended_at, mutes, is_partly_muted }: Alert): boolean =>
  ended_at === null && (mutes.length === 0 || is_partly_muted)

/** The mutes of an alert, with ends, creators and links, and a button that snoozes the rest of it. */
export function MutesAndSnooze({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const clock = useClock()
  if (alert.ended_at !== null) return null
  const { mutes, is_partly_muted } = alert
  const shown = mutes.map(({ id, ends_at, created_by }) => (
    <Box key={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} to={addresses.record('mutes', id)}>
        {translate(is_partly_muted ? 'alerts.partlyUntilTime' : 'alerts.untilTime', {
          time: formatMinute(Date.parse(ends_at), clock),
        })}
      </Link>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {translate('alerts.mutedBy', { by: created_by })}
      </Box>
    </Box>
  ))
  return (
    <>
      {shown}
      {isMutable(alert) && <SnoozeButton alert={alert} size="small" />}
    </>
  )
}
