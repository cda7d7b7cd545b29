import { useMemo } from 'react'
import { idSchema } from '#contract/common'
import { DAY, WEEK } from '#contract/common/durations'
import { type Device, devicesApi } from '#contract/devices'
import { monthBefore } from '../../../clock/months'
import { currentZone } from '../../../clock/zone'
import { useAddressParameter } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { isMissing } from '../../../dataProvider/client'
import { useGetList, useSpaceport } from '../../../dataProvider/queries'
import type { Owner } from './chart/lines'
import { useTranslate } from './texts'

/** Times before with which values are compared. */
export const EARLIER = ['day', 'week', 'month'] as const
type Earlier = (typeof EARLIER)[number]

/** The shift of a comparison in milliseconds: a month differs by the range, which begins at `after`. */
const shiftOf = (earlier: Earlier, after: number): number =>
  earlier === 'month' ? after - monthBefore(after, currentZone()) : { day: DAY, week: WEEK }[earlier]

/** Largest number of devices in a chart. */
export const DEVICES_MAX = 20

/** What a device's lines are compared with. */
export type Comparison =
  | { kind: 'nothing' }
  | { kind: 'earlier'; earlier: Earlier }
  | { kind: 'tag'; tagId: string }
  | { kind: 'devices'; ids: readonly string[] }

const TAG = 'tag:'
const DEVICES = 'devices'

const isId = (text: string) => idSchema.safeParse(text).success

function comparisonOf(text: string): Comparison {
  const earlier = EARLIER.find((one) => one === text)
  if (earlier) return { kind: 'earlier', earlier }
  const tagId = text.startsWith(TAG) ? text.slice(TAG.length) : ''
  if (isId(tagId)) return { kind: 'tag', tagId }
  const [kind, ...ids] = text.split(',')
  return kind === DEVICES
    ? { kind, ids: [...new Set(ids.filter(isId))].slice(0, DEVICES_MAX - 1) }
    : { kind: 'nothing' }
}

function textOf(comparison: Comparison): string | null {
  if (comparison.kind === 'nothing') return null
  if (comparison.kind === 'earlier') return comparison.earlier
  return comparison.kind === 'tag' ? TAG + comparison.tagId : [DEVICES, ...comparison.ids].join(',')
}

/** The comparison, which the address holds, and a function that derives another from the latest one. */
export function useComparison() {
  const [text, setText] = useAddressParameter('with')
  const comparison = useMemo(() => comparisonOf(text ?? ''), [text])
  const change = (next: (latest: Comparison) => Comparison) =>
    setText((latest) => textOf(next(comparisonOf(latest ?? ''))))
  return [comparison, change] as const
}

const FIRST_PAGE = { page: 1, perPage: DEVICES_MAX }
const BY_NAME = { field: 'name', order: 'ASC' } as const

/** Loads these devices; deleted ones are left out. */
function useChosenDevices(ids: readonly string[]) {
  const { ask } = useSpaceport()
  return useRead(
    devicesApi.get,
    { ids },
    async (signal) => {
      const answers = ids.map(async (deviceId) =>
        ask(devicesApi.get, { params: { deviceId }, signal }).catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        }),
      )
      return (await Promise.all(answers)).filter((one) => one !== null)
    },
    { enabled: ids.length > 0, placeholderData: (shown) => shown },
  )
}

const NONE: readonly string[] = []

/**
 * Owners of the lines: first the device, then the comparison.
 * @param after beginning of the range
 */
export function useOwners({ id, name }: Pick<Device, 'id' | 'name'>, comparison: Comparison, after: number) {
  const translate = useTranslate()
  const { kind } = comparison
  const tagged = useGetList(
    'devices',
    {
      pagination: FIRST_PAGE,
      sort: BY_NAME,
      filter: kind === 'tag' ? { tag_ids: [comparison.tagId] } : {},
    },
    { enabled: kind === 'tag' },
  )
  const ids = kind === 'devices' ? comparison.ids : NONE
  const chosen = useChosenDevices(ids)
  const earlier = kind === 'earlier' ? comparison.earlier : null
  const shift = earlier === null ? 0 : shiftOf(earlier, after)
  const found = kind === 'tag' ? tagged.data : ids.length > 0 ? chosen.data : undefined
  const owners = useMemo((): Owner[] => {
    const own = { deviceId: id, shift: 0, name: null }
    if (earlier !== null) return [own, { ...own, shift, name: translate(`devices.history.with.${earlier}`) }]
    const others = (found ?? []).filter((other) => other.id !== id).slice(0, DEVICES_MAX - 1)
    if (others.length === 0) return [own]
    return [{ ...own, name }, ...others.map((other) => ({ deviceId: other.id, shift: 0, name: other.name }))]
  }, [id, name, earlier, shift, found, translate])
  const asked = kind === 'tag' ? tagged : chosen
  return {
    owners,
    /** The tag has more devices than the limit. */
    hasMore: kind === 'tag' && (tagged.pageInfo?.hasNextPage ?? (tagged.total ?? 0) > DEVICES_MAX),
    error: kind === 'tag' || ids.length > 0 ? asked.error : null,
    refetch: () => void asked.refetch(),
  }
}
