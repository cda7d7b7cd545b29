import type { Device } from '#contract/devices'
import { allowsDownlinks, type DownlinkType, downlinkPermission } from '#contract/messages'
import { useTags } from '../../../components/tags/useTags'
import { usePermission } from '../../../dataProvider/account'
import { useTranslate } from '../../../i18n/translate'

/** What keeps this person from sending messages to the device, as sentences; null where nothing does. Spec 2, section 6. */
export function useObstacle(device: Device) {
  const translate = useTranslate()
  const tags = useTags()
  const permitted: Record<DownlinkType, boolean> = {
    config: usePermission(downlinkPermission('config', 'create')),
    data: usePermission(downlinkPermission('data', 'create')),
    shell: usePermission(downlinkPermission('shell', 'create')),
  }
  const own = tags?.filter(({ id }) => device.tags.some((tag) => tag.id === id))
  const ofDevice = own && !allowsDownlinks(own) ? translate('messages.create.noDownlinks') : null
  return {
    /** For every type. */
    ofDevice,
    ofType: (type: DownlinkType) => ofDevice ?? (permitted[type] ? null : translate('common.notPermitted')),
  }
}
