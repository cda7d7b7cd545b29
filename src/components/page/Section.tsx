import { Box, Paper, styled, Typography } from '@mui/material'
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
          <Typography variant="h2" id={titleId} sx={{ flexGrow: 1 }}>
            {title}
          </Typography>
          {actions}
        </Box>
      )}
      {children}
    </Paper>
  )
}

/** Words behind an icon. */
export const WithIcon = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  verticalAlign: 'top',
  svg: { flex: 'none', fontSize: '1.15em' },
})

/** Values of a record, each under its label. */
export function FieldList({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {children}
    </Box>
  )
}

interface FieldProps {
  label: ReactNode
  /** Nothing (null, undefined, an empty text or list) shows as a dash. */
  children?: ReactNode
  /** Takes the whole width. */
  wide?: boolean
}

const isNothing = (value: ReactNode) => (Array.isArray(value) ? value.length === 0 : !value && value !== 0)

/** One label and its value. */
export function Field({ label, children, wide }: FieldProps) {
  return (
    <Box sx={{ minWidth: 0, gridColumn: wide ? '1 / -1' : undefined }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', mb: 0.5 }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          minHeight: 24,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-wrap',
          // A part may turn out to show nothing.
          '&:empty::before': { content: '"–"' },
        }}
      >
        {isNothing(children) ? '–' : children}
      </Box>
    </Box>
  )
}
