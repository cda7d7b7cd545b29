import { useState } from 'react'
import { formatDateTime, useClock } from '../../../../clock'
import { ExportDialog } from '../../../../components/export/ExportDialog'
import { fileName } from '../../../../components/files'
import { useSpaceport } from '../../../../dataProvider/queries'
import { DEVICES_MAX } from '../compare'
import type { TimeRange } from '../range'
import { group, msg, useTranslate } from '../texts'
import { formatsOf, type Named, rangesOf, sourceOf } from './exportFile'
import { wideSheet } from './wideSheet'

interface HistoryExportProps {
  /** Name of the page's device. */
  owner: string
  named: Named
  range: TimeRange
  /** Milliseconds by which values are drawn after their time. */
  shifts: readonly number[]
  /** The tag has more devices than the limit. */
  hasMore: boolean
  onClose: () => void
}

const WIDE = {
  label: msg('devices.history.exporting.wide'),
  hint: msg('devices.history.exporting.wideHint'),
} as const

/** Exports all values behind the chart, in its range. */
export default function HistoryExport({ owner, named, range, shifts, hasMore, onClose }: HistoryExportProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  // Keeps the chart's state from when the export opened, however long it takes.
  const [{ source, formats, variant, what }] = useState(() => {
    const ranges = rangesOf(range, shifts)
    const wanted = { deviceIds: [...named.devices.keys()], paths: [...named.series.keys()], ranges }
    const times = ranges.map(({ after, before }) =>
      translate('devices.history.exporting.fromTo', {
        after: formatDateTime(after, clock),
        before: formatDateTime(before, clock),
      }),
    )
    return {
      source: sourceOf(ask, wanted),
      formats: formatsOf(named),
      variant: { ...WIDE, sheet: wideSheet(named) },
      what: [
        translate('devices.history.exporting.what', {
          times: times.join(translate('devices.history.exporting.and')),
        }),
        hasMore && translate('devices.history.with.more', { max: DEVICES_MAX }),
      ]
        .filter(Boolean)
        .join(' '),
    }
  })
  return (
    <ExportDialog
      texts={group('devices.history.exporting')}
      {...{ what, source, formats, variant, onClose }}
      total={undefined}
      nameOf={(extension) => fileName('history', owner, new Date(), extension)}
    />
  )
}
