import { Box, styled } from '@mui/material'
import { LINE_COLORS } from './axis'

/** The colour of a line among several; a single one has the theme's. */
export const colorOfLine = (line: number, count: number): string | undefined =>
  count > 1 ? LINE_COLORS[line % LINE_COLORS.length] : undefined

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  li: { display: 'flex', alignItems: 'center', gap: theme.spacing(0.75), overflowWrap: 'anywhere' },
}))

/** The names of a chart's lines in their order, with their colours; nothing for a single one. */
export function LineNames({ names, label }: { names: readonly string[]; label: string }) {
  if (names.length < 2) return null
  return (
    <List aria-label={label}>
      {names.map((name, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same name
        <li key={line}>
          <Box
            component="span"
            sx={{ width: 16, borderTop: `3px solid ${colorOfLine(line, names.length)}` }}
          />
          {name}
        </li>
      ))}
    </List>
  )
}
