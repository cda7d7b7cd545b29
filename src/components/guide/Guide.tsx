import { Box, Typography } from '@mui/material'
import { type ComponentType, type ReactNode, useId } from 'react'

interface GuideProps {
  title: string
  text?: string
  children?: ReactNode
}

/** Suggests next steps below a list with room for them; less prominent than a section. */
export function Guide({ title, text, children }: GuideProps) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="subtitle2" component="h2" id={titleId}>
        {title}
      </Typography>
      {text && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5, maxWidth: '100ch' }}>
          {text}
        </Typography>
      )}
      {children && <Box sx={{ mt: 1.5 }}>{children}</Box>}
    </Box>
  )
}

/** Tiles in as many columns as fit. */
export function Tiles({ least = 240, children }: { least?: number; children: ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${least}px, 100%), 1fr))`,
      }}
    >
      {children}
    </Box>
  )
}

interface PointProps {
  icon: ComponentType<{ fontSize: 'small'; color: 'action' }>
  title: string
  text: string
}

/** One point of a guide. */
export function Point({ icon: Icon, title, text }: PointProps) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
      <Icon fontSize="small" color="action" />
      <div>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {text}
        </Typography>
      </div>
    </Box>
  )
}
