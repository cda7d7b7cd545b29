import { styled } from '@mui/material'
import type { ReactNode } from 'react'

const Details = styled('details')(({ theme }) => ({
  marginTop: 12,
  summary: {
    cursor: 'pointer',
    width: 'fit-content',
    fontSize: '0.875rem',
    [theme.breakpoints.down('md')]: { paddingBlock: 10 },
  },
}))

interface DisclosureProps {
  label: string
  children: ReactNode
}

/** Content that few people need, such as the numbers of a chart, behind a label that opens it. */
export const Disclosure = ({ label, children }: DisclosureProps) => (
  <Details>
    <summary>{label}</summary>
    {children}
  </Details>
)
