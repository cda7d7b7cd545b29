import { styled } from '@mui/material'
import { useRef } from 'react'
import type { Part } from './body/compareBodies'
import { DiffTable } from './DiffTable'
import { useCurrentRows } from './useCurrentRows'

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  // The right half of two.
  'td:nth-of-type(4):not(:last-of-type)': { borderInlineStart: `1px solid ${theme.palette.divider}` },
  'tr[data-current]': { boxShadow: `inset 4px 0 ${theme.palette.primary.main}` },
  '.gutter': {
    padding: '0 8px 0 4px',
    textAlign: 'right',
    fontFamily: 'monospace',
    userSelect: 'none',
    verticalAlign: 'top',
    color: theme.palette.text.secondary,
  },
}))

interface DiffViewProps {
  part: Part
  /** Index of the difference that is marked. */
  current?: number | null
  /** In one column, as it always is below 1024 px. */
  unified?: boolean
}

/** One part of a comparison, with the difference that the last step led to. */
export function DiffView({ part, current = null, unified }: DiffViewProps) {
  const ref = useRef<HTMLDivElement>(null)
  useCurrentRows(ref, current)
  return (
    <Frame ref={ref}>
      <DiffTable part={part} unified={unified} />
    </Frame>
  )
}
