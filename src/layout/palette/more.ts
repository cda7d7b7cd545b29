import ListIcon from '@mui/icons-material/FormatListBulleted'
import { useLocale } from 'react-admin'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { DEVICE_FILTERS_CAPABILITY, devicesApi } from '#contract/devices'
import { spaceAddresses } from '../../addresses'
import { useCapability } from '../../config'
import { useMay } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { OF_GROUP } from './arrange'
import type { Entry } from './entries'
import { FRESH, NAME_LENGTH } from './records'
import { useTranslate } from './texts'

/** A filter with which the list finds all of these devices; undefined if only the search finds them. */
function filterThatFinds(text: string, found: readonly Entry[]) {
  const part = text.toLowerCase()
  const isPartOf = (value = '') => value.toLowerCase().includes(part)
  if (part.length < NAME_LENGTH) return undefined
  if (found.every(({ title }) => isPartOf(title))) return { name: text }
  return found.every(({ detail }) => isPartOf(detail)) ? { serial_number: text } : undefined
}

/** A link to devices with the text in their comments, which the search of an older server does not read; only if none was found. */
export function useByComment(spaceId: string | undefined, text: string, records: readonly Entry[]): Entry[] {
  const translate = useTranslate()
  const hasFilter = useCapability(LIST_FILTERS_CAPABILITY)
  const isSearched = useCapability(DEVICE_FILTERS_CAPABILITY)
  const isOffered = hasFilter && !isSearched
  const may = useMay()
  const isFound = records.some(({ kept }) => kept?.resource === 'devices')
  if (!spaceId || !isOffered || !may('space:device:read') || isFound || text.length < NAME_LENGTH) return []
  return [
    {
      key: 'devices by comment',
      group: translate('layout.titles.devices'),
      title: translate('palette.byComment', { text }),
      icon: ListIcon,
      to: spaceAddresses(spaceId).list('devices', { filter: { comment: text } }),
    },
  ]
}

/**
 * Reports found devices that have no room: a row that links to the full list, with their number once it is known. If a
 * list filter would find other devices, there is no row, only `hasMore`.
 */
export function useMoreDevices(spaceId: string | undefined, text: string, records: readonly Entry[]) {
  const translate = useTranslate()
  const numbers = new Intl.NumberFormat(useLocale())
  const found = records.filter(({ kept }) => kept?.resource === 'devices')
  const hasMore = spaceId !== undefined && found.length > OF_GROUP
  const isSearched = useCapability(DEVICE_FILTERS_CAPABILITY)
  const filter = !hasMore ? undefined : isSearched ? { text } : filterThatFinds(text, found)
  const { data } = useAnswer(devicesApi.count, {
    query: filter,
    enabled: filter !== undefined,
    staleTime: FRESH,
  })
  // The list does not forgive typing errors.
  const findsFewer = isSearched && data !== undefined && data.count < found.length
  if (!hasMore || !filter || findsFewer) return { hasMore }
  const to = spaceAddresses(spaceId).list('devices', { filter })
  const count = data && { shown: numbers.format(OF_GROUP), total: numbers.format(data.count) }
  const more: Entry = {
    key: 'more devices',
    group: found[0]?.group ?? '',
    title: translate('palette.all'),
    detail: count ? translate('palette.some', count) : undefined,
    icon: ListIcon,
    to,
  }
  return { hasMore, more }
}
