import { useMemo } from 'react'
import { useGetOne, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { useTags } from '../../../components/tags/useTags'

/** Whose messages the list shows: those of a device or a tag, as `deviceId` and `tagId` of the address say. Spec 2, section 2. */
export function useOrigin() {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const deviceId = search.get('deviceId')
  const tagId = search.get('tagId')
  const { data: device, isPending } = useGetOne<Device>(
    'devices',
    { id: deviceId ?? '' },
    { enabled: deviceId !== null },
  )
  const tags = useTags()
  const filter = useMemo(
    () => ({ ...(deviceId && { device_id: deviceId }), ...(tagId && { tag_id: tagId }) }),
    [deviceId, tagId],
  )

  const title = () => {
    if (deviceId)
      return translate('messages.list.fromDevice', { name: device?.name ?? (isPending ? '…' : deviceId) })
    if (!tagId) return undefined
    const tag = tags?.find(({ id }) => id === tagId)
    return translate('messages.list.fromTag', { name: tag?.name ?? (tags ? tagId : '…') })
  }
  return { deviceId, tagId, filter, title: title() }
}
