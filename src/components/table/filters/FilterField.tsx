import { CircularProgress } from '@mui/material'
import { Suspense } from 'react'
import { lazyPart } from '../../lazyPart'
import type { ColumnFilter } from '../types'
import { ChoicesField } from './ChoicesField'
import { TextFilter } from './TextFilter'

const DateRangeField = lazyPart(() => import('../dates/DateRangeField'))

interface FilterFieldProps {
  /** Message key of the column. */
  label: string
  filter: ColumnFilter
  /** The person is done with it. */
  onDone?: () => void
}

/** The input of any filter. */
export function FilterField({ label, filter, onDone }: FilterFieldProps) {
  if (filter.kind === 'text') return <TextFilter label={label} filter={filter} />
  if (filter.kind === 'multiselect') return <ChoicesField label={label} filter={filter} />
  return (
    <Suspense fallback={<CircularProgress size={24} />}>
      <DateRangeField filter={filter} onDone={onDone} />
    </Suspense>
  )
}
