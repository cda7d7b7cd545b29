import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import type { Message } from '#contract/messages'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useSettings } from '../series/settings/useSettings'
import type { ShownBy } from './summary'

const NOTHING: readonly never[] = []
/** How long the tags of a device stay fresh, in milliseconds. */
const FRESH = 60_000

/** How the space shows the values of a message's device. The device's tags are read only if a pin needs them. */
export function useShownBy(deviceId: Message['device_id'] | undefined): ShownBy {
  const locale = useLocale() ?? 'en'
  const settings = useSettings().data?.series ?? NOTHING
  const pinTags = useMemo(
    () => [...new Set(settings.flatMap(({ tags }) => tags.map(({ id }) => id)))],
    [settings],
  )
  const { data } = useGetList(
    'devices',
    { ...WHOLE_LIST, filter: { tag_ids: pinTags } },
    { enabled: pinTags.length > 0, staleTime: FRESH },
  )
  const tags = data?.find(({ id }) => id === deviceId)?.tags
  return useMemo(
    () => ({ settings, tagIds: tags?.map(({ id }) => id) ?? NOTHING, locale }),
    [settings, tags, locale],
  )
}
