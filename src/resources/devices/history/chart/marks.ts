import { useMemo } from 'react'
import { historyApi, type Mark as SeriesMark } from '#contract/series'
import { formatDateTime, useClock } from '../../../../clock'
import { type AlertMark, useAlertMarks } from '../../../../components/alerts/useAlerts'
import { usePermission } from '../../../../dataProvider/account'
import { useRead } from '../../../../dataProvider/answers'
import { useSpaceport } from '../../../../dataProvider/queries'
import type { TimeRange } from '../range'
import { useTranslate } from '../texts'

/** Milliseconds between two polls for markers of a chart that ends now; a hidden page does not poll. */
const POLL = 60_000
const NONE: readonly SeriesMark[] = []

/** An event of a device: a marker of its history, or an alert. */
export type Mark = SeriesMark | AlertMark

interface Wanted {
  deviceId: string
  /** The range as in the address. */
  range: string
  moves: boolean
  timesOf: () => TimeRange
}

/** Events of the device in the range; none for people who may not read messages. */
export function useMarks({ deviceId, range, moves, timesOf }: Wanted): readonly Mark[] {
  const { ask } = useSpaceport()
  const { data = NONE } = useRead(
    historyApi.marks,
    { deviceId, range },
    (signal) => {
      const { after, before } = timesOf()
      const query = { after: new Date(after).toISOString(), before: new Date(before).toISOString() }
      return ask(historyApi.marks, { params: { deviceId }, query, signal })
    },
    { enabled: usePermission(historyApi.marks.permission), refetchInterval: moves ? POLL : false },
  )
  const alerts = useAlertMarks(deviceId)
  return useMemo(() => [...data, ...alerts].toSorted((a, b) => (a.at < b.at ? -1 : 1)), [data, alerts])
}

/** Events in a range: alerts load without one. */
export const marksIn = (marks: readonly Mark[], { after, before }: TimeRange): readonly Mark[] =>
  marks.filter(({ at }) => Date.parse(at) >= after && Date.parse(at) <= before)

/** Describes an event, without its time. */
export function useMarkText() {
  const translate = useTranslate()
  return ({ kind, before, after }: Mark) =>
    translate(`devices.history.marks.${kind}`, { before: before ?? '', after: after ?? '' }).trim()
}

/** Markers that are drawn as one, because there is no room between them. */
export interface MarkGroup {
  at: number
  marks: readonly Mark[]
}

/** Groups markers that are less than `apart` milliseconds from the first of their group; the group is at that one. */
export function groupsOf(marks: readonly Mark[], apart: number): MarkGroup[] {
  const groups: { at: number; marks: Mark[] }[] = []
  for (const mark of marks) {
    const at = Date.parse(mark.at)
    const last = groups.at(-1)
    if (last && at - last.at < apart) last.marks.push(mark)
    else groups.push({ at, marks: [mark] })
  }
  return groups
}

/** Largest number of markers in a group that are listed. */
const LISTED_MAX = 6

/** Describes a group, with a line for each marker. */
export function useGroupLines() {
  const translate = useTranslate()
  const clock = useClock()
  const textOf = useMarkText()
  return ({ marks }: MarkGroup): string[] => [
    ...marks
      .slice(0, LISTED_MAX)
      .map((mark) => `${formatDateTime(Date.parse(mark.at), clock)}: ${textOf(mark)}`),
    ...(marks.length > LISTED_MAX
      ? [translate('devices.history.marks.more', { smart_count: marks.length - LISTED_MAX })]
      : []),
  ]
}
