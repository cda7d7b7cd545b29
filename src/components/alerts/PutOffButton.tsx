import { Menu, MenuItem } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Alert, type MuteCreate, mutesApi, SCOPE_MAX, type Scope } from '#contract/alerts'
import { formatTime, useClock } from '../../clock'
import { SPANS, type Span, untilOf } from '../../clock/putOff'
import { useSpaceport } from '../../dataProvider/queries'
import { PermissionButton, useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { useTranslate } from './texts'

/** What puts an alert off: a mute of its rule, of the devices that it is still so for. Of very many, of all that the rule is about. */
function muteOf({ rule_id, rule_name, devices, open_count }: Alert): Omit<MuteCreate, 'ends_at'> {
  const ids = new Set(devices.flatMap(({ device_id, ended_at }) => (ended_at === null ? device_id : [])))
  const scope: Scope =
    open_count > ids.size ? { kind: 'all' } : { kind: 'devices', device_ids: [...ids].slice(0, SCOPE_MAX) }
  return { name: rule_name, scope, rule_ids: [rule_id], starts_at: null, note: null }
}

interface PutOffButtonProps {
  alert: Alert
  size?: 'small'
}

/** Puts an alert off until a time that one chooses: until then its rule opens none of these devices, also when it ends and begins again. */
export function PutOffButton({ alert, size }: PutOffButtonProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
  const putOff = (span: Span) => {
    setAnchor(null)
    mutate(untilOf(span, clock.zone))
  }
  return (
    <>
      <PermissionButton
        permission={mutesApi.create.permission}
        variant="outlined"
        size={size}
        disabled={isPending}
        aria-label={translate('alerts.putOff.of', { name: alert.rule_name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('alerts.putOff.action')}
      </PermissionButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {SPANS.map((span) => (
          <MenuItem key={span} onClick={() => putOff(span)}>
            {translate(`alerts.putOff.${span}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
