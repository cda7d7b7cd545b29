import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface FailureProps {
  title: string
  description?: ReactNode
}

/** The error of a form, as long as it applies. Its toast reads it out. Rules, "Sign-in". */
export const Failure = ({ title, description }: FailureProps) => (
  <Box sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    {/* Sentences of the server begin in lower case. */}
    <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{description}</Box>
  </Box>
)
