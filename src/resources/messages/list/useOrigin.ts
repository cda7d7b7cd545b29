import { useMemo } from 'react'
import { useGetMany, useGetOne } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import type { Tag } from '#contract/tags'
import { isMissing } from '../../../dataProvider/client'
import { useTranslate } from '../../../i18n/translate'

/**
 * Whose messages the list shows: those of a device or a tag, as `deviceId` and `tagId` of the address say; `missing`
 * names which of them the space does not have. Spec 2, section 2.
 */
export function useOrigin() {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const deviceId = search.get('deviceId')
  const tagId = search.get('tagId')
  const device = useGetOne<Device>('devices', { id: deviceId ?? '' }, { enabled: deviceId !== null })
  const tags = useGetMany<Tag>('tags', { ids: tagId === null ? [] : [tagId] }, { enabled: tagId !== null })
  const tag = tags.data?.find((found) => found?.id === tagId)
  const filter = useMemo(
    () => ({ ...(deviceId && { device_id: deviceId }), ...(tagId && { tag_id: tagId }) }),
    [deviceId, tagId],
  )

  const title = () => {
    if (deviceId) return translate('messages.list.fromDevice', { name: device.data?.name ?? deviceId })
    return tagId ? translate('messages.list.fromTag', { name: tag?.name ?? tagId }) : undefined
  }
  const missing = (): 'device' | 'tag' | undefined => {
    if (deviceId && isMissing(device.error)) return 'device'
    return tagId && tags.isSuccess && !tag ? 'tag' : undefined
  }
  const isLoading = device.isLoading || tags.isLoading
  return { deviceId, tagId, filter, isLoading, missing: missing(), title: title() }
}
