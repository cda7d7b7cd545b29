import { useFilters } from '../filters/useFilters'
import { readRange } from '../filterValues'
import type { ColumnFilter } from '../types'
import DateRangePicker from './DateRangePicker'

interface DateRangeFieldProps {
  filter: Extract<ColumnFilter, { kind: 'dateRange' }>
  onDone?: () => void
}

/** The range of time that a list filters by. */
export default function DateRangeField({ filter: { source, needsBoth }, onDone }: DateRangeFieldProps) {
  const { effective, change } = useFilters()
  return (
    <DateRangePicker
      applied={readRange(effective[source])}
      needsBoth={needsBoth}
      onApply={(range) => {
        change({ [source]: range })
        onDone?.()
      }}
    />
  )
}
