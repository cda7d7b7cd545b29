import { IconButton, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

const COMPACT = { minWidth: 0, p: 0.5 }

/** Buttons of a row without a menu. */
export const RowLinks = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'end',
  // Gives the line a baseline, to align with the label of a card.
  '&::before': { content: '"\\200b"' },
})

interface RowLinkProps {
  to: string
  label: string
  children: ReactNode
}

/** An icon button in a row that links to a page. */
export function RowLink({ to, label, children }: RowLinkProps) {
  return (
    <IconButton component={Link} to={to} size="small" sx={COMPACT} aria-label={label} title={label}>
      {children}
    </IconButton>
  )
}
