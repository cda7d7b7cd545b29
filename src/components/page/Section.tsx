import { Box, Paper, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title?: ReactNode
  /** Controls at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One outlined card of a page, named by its title. */
export function Section({ title, actions, children }: SectionProps) {
  const titleId = useId()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={title ? titleId : undefined}
      sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}
    >
      {(title ?? actions) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
          <Typography variant="h2" id={titleId} sx={{ flex: 1 }}>
            {title}
          </Typography>
          {actions}
        </Box>
      )}
      {children}
    </Paper>
  )
}
