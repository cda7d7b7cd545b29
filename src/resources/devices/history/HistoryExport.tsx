import { useState } from 'react'
import { formatDateTime, useClock } from '../../../clock'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { fileName } from '../../../components/files'
import { useSpaceport } from '../../../dataProvider/queries'
import { formatsOf, type Named, sourceOf } from './exportFile'
import type { TimeRange } from './range'
import { group, useTranslate } from './texts'

interface HistoryExportProps {
  /** The device whose page it is. */
  owner: string
  named: Named
  range: TimeRange
  onClose: () => void
}

/** Exports all values of what the chart draws, in its range. */
export default function HistoryExport({ owner, named, range, onClose }: HistoryExportProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  // However long it takes, it is about what was drawn when it was asked for.
  const [{ source, formats, what }] = useState(() => ({
    source: sourceOf(ask, { deviceIds: [...named.devices.keys()], paths: [...named.series.keys()], range }),
    formats: formatsOf(named),
    what: translate('devices.history.exporting.what', {
      after: formatDateTime(range.after, clock),
      before: formatDateTime(range.before, clock),
    }),
  }))
  return (
    <ExportDialog
      texts={group('devices.history.exporting')}
      {...{ what, source, formats, onClose }}
      total={undefined}
      nameOf={(extension) => fileName('history', owner, new Date(), extension)}
    />
  )
}
