import { AlertTitle, Alert as Notice } from '@mui/material'
import { type Mute, mutesApi } from '#contract/alerts'
import type { Device } from '#contract/devices'
import { usePermission } from '../../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { useNow } from '../../page'
import { useTranslate } from '../texts'
import { MutedBy } from './MutedBy'

/** Polling interval in milliseconds; a hidden page does not poll. */
const POLL = 15_000

type Muted = Pick<Device, 'id' | 'tags'>

const isAbout = ({ scope }: Mute, { id, tags }: Muted): boolean => {
  if (scope.kind === 'devices') return scope.device_ids.includes(id)
  if (scope.kind === 'tags') return tags.some((tag) => scope.tag_ids.includes(tag.id))
  return scope.kind === 'all'
}

/** Whether it mutes all rules. */
const isOfAll = ({ rule_ids }: Mute) => rule_ids.length === 0

/** The current mutes of a device: their ends, creators and rules; nothing if it is not muted. */
export default function DeviceMutes({ device }: { device: Muted }) {
  const translate = useTranslate()
  const now = useNow(POLL)
  const { data = [] } = useGetList('mutes', WHOLE_LIST, {
    enabled: usePermission(mutesApi.list.permission),
    refetchInterval: POLL,
    onError: () => undefined,
  })
  const running = data.filter(
    (mute) => Date.parse(mute.starts_at) <= now && Date.parse(mute.ends_at) > now && isAbout(mute, device),
  )
  if (running.length === 0) return null
  return (
    <Notice severity="info" sx={{ mb: 3, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}>
      <AlertTitle>{translate(running.some(isOfAll) ? 'alerts.muted' : 'alerts.partlyMuted')}</AlertTitle>
      <MutedBy mutes={running} />
    </Notice>
  )
}
