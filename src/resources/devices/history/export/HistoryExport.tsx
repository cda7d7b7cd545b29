import { useState } from 'react'
import { formatDateTime, useClock } from '../../../../clock'
import { ExportDialog } from '../../../../components/export/ExportDialog'
import { fileName } from '../../../../components/files'
import { useSpaceport } from '../../../../dataProvider/queries'
import { DEVICES_MAX } from '../compare'
import type { TimeRange } from '../range'
import { group, useTranslate } from '../texts'
import { formatsOf, type Named, rangesOf, sourceOf } from './exportFile'

interface HistoryExportProps {
  /** The device whose page it is. */
  owner: string
  named: Named
  range: TimeRange
  /** Milliseconds by which values are drawn later than they were measured. */
  shifts: readonly number[]
  /** More devices have the tag than are looked at. */
  hasMore: boolean
  onClose: () => void
}

/** Exports all values of what the chart draws, in its range. */
export default function HistoryExport({ owner, named, range, shifts, hasMore, onClose }: HistoryExportProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  // However long it takes, it is about what was drawn when it was asked for.
  const [{ source, formats, what }] = useState(() => {
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
      {...{ what, source, formats, onClose }}
      total={undefined}
      nameOf={(extension) => fileName('history', owner, new Date(), extension)}
    />
  )
}
