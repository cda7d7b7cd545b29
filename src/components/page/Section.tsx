import { Box, Paper, styled, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title?: ReactNode
  /** Controls to the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** An outlined card with a title. */
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
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            mb: 2,
            // Aligns the text of borderless buttons with the edge of the content.
            '& > .MuiButton-text': { mx: -1 },
          }}
        >
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

/** Text after an icon. */
export const WithIcon = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  verticalAlign: 'top',
  svg: { flex: 'none', fontSize: '1.15em' },
})

/** Gap between columns of values, and minimum column width, in px. */
const COLUMN_GAP = 32
const COLUMN_WIDTH = 240

/** The values of a record, each below its label, in up to three columns. */
export const FieldList = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  // Narrow values fill the gaps beside wide ones.
  gridAutoFlow: 'dense',
  gap: `${theme.spacing(2.5)} ${COLUMN_GAP}px`,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(${COLUMN_WIDTH}px, (100% - ${2 * COLUMN_GAP}px) / 3)), 1fr))`,
  dt: { ...theme.typography.caption, color: theme.palette.text.secondary, marginBottom: 2 },
  dd: {
    ...theme.typography.body2,
    margin: 0,
    minHeight: '1.43em',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    // A button beside a value does not make the line higher.
    '& .MuiIconButton-root': { marginBlock: -10 },
    // Components inside may render nothing.
    '&:empty::before': { content: '"–"' },
  },
}))

interface FieldProps {
  label: ReactNode
  /** Empty values (null, undefined, empty text or list) show as a dash. */
  children?: ReactNode
  /** Takes the full width, unless it is a short text. */
  wide?: boolean
}

/** Maximum length of a text that fits in one column. */
const SHORT = 40

const isNothing = (value: ReactNode) => (Array.isArray(value) ? value.length === 0 : !value && value !== 0)

/** A label and its value. */
export function Field({ label, children, wide = false }: FieldProps) {
  const isShort = isNothing(children) || (typeof children === 'string' && children.length <= SHORT)
  return (
    <Box sx={{ minWidth: 0, gridColumn: wide && !isShort ? '1 / -1' : undefined }}>
      <dt>{label}</dt>
      <dd>{isNothing(children) ? '–' : children}</dd>
    </Box>
  )
}
