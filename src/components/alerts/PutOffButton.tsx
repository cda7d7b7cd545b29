import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Alert, type MuteCreate, mutesApi, SCOPE_MAX, type Scope } from '#contract/alerts'
import { formatTime, useClock } from '../../clock'
import { useSpaceport } from '../../dataProvider/queries'
import { useFailureToast } from '../page'
import { PutOffMenu } from '../page/PutOffMenu'
import { toast } from '../toast/toasts'
import { useTranslate } from './texts'

/** What puts an alert off: a mute of its rule, of the devices that it is still so for. Of very many, of all that the rule is about. */
function muteOf({ rule_id, rule_name, devices, open_count }: Alert): Omit<MuteCreate, 'ends_at'> {
  const ids = new Set(devices.flatMap(({ device_id, ended_at }) => (ended_at === null ? device_id : [])))
  const scope: Scope =
    open_count > ids.size ? { kind: 'all' } : { kind: 'devices', device_ids: [...ids].slice(0, SCOPE_MAX) }
  return { name: rule_name, scope, rule_ids: [rule_id], starts_at: null, note: null }
}

/** Puts an alert off until a time that one chooses: until then its rule opens none of these devices, also when it ends and begins again. */
export function PutOffButton({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (until: number) =>
      ask(mutesApi.create, { body: { ...muteOf(alert), ends_at: new Date(until).toISOString() } }),
    onSuccess: async ({ ends_at }) => {
      toast({
        kind: 'success',
        title: translate('alerts.putOff.done', { time: formatTime(Date.parse(ends_at), clock) }),
      })
      for (const key of ['mutes', 'alerts']) await queryClient.invalidateQueries({ queryKey: [key] })
    },
    onError: useFailureToast(),
  })
  return (
    <PutOffMenu
      permission={mutesApi.create.permission}
      variant="outlined"
      aria-label={translate('alerts.putOff.of', { name: alert.rule_name })}
      textOf={(span) => translate(`alerts.putOff.${span}`)}
      onChoose={(until) => !isPending && mutate(until)}
    >
      {translate('alerts.putOff.action')}
    </PutOffMenu>
  )
}
