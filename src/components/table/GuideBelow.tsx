import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { AfterPaint } from '../lazyPart'
import { useIsWide } from './rows/TableRows'

/** Maximum number of rows that leave room for a guide on wide screens; on others, only an empty list does. */
const FEW = 5

/** Whether the list is complete and unfiltered, and leaves room for a guide. */
export function useRoomForGuide(): boolean {
  const { data, error, page, hasNextPage, filterValues } = useListContext()
  const isWide = useIsWide()
  if (!data || error || page > 1 || hasNextPage || Object.keys(filterValues).length > 0) return false
  return data.length <= (isWide ? FEW : 0)
}

/** Shows next steps below a list that leaves room for them. */
export function GuideBelow({ children }: { children: ReactNode }) {
  if (!useRoomForGuide()) return null
  return (
    <Box sx={{ mt: 3 }}>
      <AfterPaint>{children}</AfterPaint>
    </Box>
  )
}
