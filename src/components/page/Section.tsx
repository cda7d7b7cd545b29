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
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            mb: 2,
            // The words of a button without a border stand where the content begins or ends.
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

/** Words behind an icon. */
export const WithIcon = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  verticalAlign: 'top',
  svg: { flex: 'none', fontSize: '1.15em' },
})

/** Gap between two columns of values, and the least width of one, in px. */
const COLUMN_GAP = 32
const COLUMN_WIDTH = 240

/** Values of a record, each under its label, in three columns, or fewer where there is less room. */
export const FieldList = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  // What needs one column fills the places that a wide value leaves.
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
    // A button beside a value makes no line higher.
    '& .MuiIconButton-root': { marginBlock: -10 },
    // A part may turn out to show nothing.
    '&:empty::before': { content: '"–"' },
  },
}))

interface FieldProps {
  label: ReactNode
  /** Nothing (null, undefined, an empty text or list) shows as a dash. */
  children?: ReactNode
  /** Takes the whole width, unless it is a short text. */
  wide?: boolean
}

/** Characters of a text that one column has room for. */
const SHORT = 40

const isNothing = (value: ReactNode) => (Array.isArray(value) ? value.length === 0 : !value && value !== 0)

/** One label and its value. */
export function Field({ label, children, wide = false }: FieldProps) {
  const isShort = isNothing(children) || (typeof children === 'string' && children.length <= SHORT)
  return (
    <Box sx={{ minWidth: 0, gridColumn: wide && !isShort ? '1 / -1' : undefined }}>
      <dt>{label}</dt>
      <dd>{isNothing(children) ? '–' : children}</dd>
    </Box>
  )
}
