import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { AfterPaint } from '../lazyPart'
import { useIsWide } from './rows/TableRows'

/** Most rows of a list that leaves room for a guide on wide screens; on others only an empty one does. */
const FEW = 5

/** Whether the list is all that there is, without filters, and leaves room for what to do next. */
export function useRoomForGuide(): boolean {
  const { data, error, page, hasNextPage, filterValues } = useListContext()
  const isWide = useIsWide()
  if (!data || error || page > 1 || hasNextPage || Object.keys(filterValues).length > 0) return false
  return data.length <= (isWide ? FEW : 0)
}

/** What to do next, below a list that leaves room for it. */
export function GuideBelow({ children }: { children: ReactNode }) {
  if (!useRoomForGuide()) return null
  return (
    <Box sx={{ mt: 3 }}>
      <AfterPaint>{children}</AfterPaint>
    </Box>
  )
}
