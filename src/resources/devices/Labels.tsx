import { styled } from '@mui/material'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
  fontSize: '0.75rem',
  lineHeight: '20px',
  '& li': {
    display: 'inline-flex',
    maxWidth: '100%',
    borderRadius: 4,
    border: `1px solid ${theme.palette.divider}`,
  },
  '& span': { padding: '0 6px', overflowWrap: 'anywhere' },
  '& span:first-of-type': {
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.action.hover,
  },
}))

/** Labels, each a name with its value; nothing when there are none. */
export function Labels({ label }: { label: Record<string, string> | null }) {
  const rows = Object.entries(label ?? {})
  if (rows.length === 0) return null
  return (
    <List>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span> <span>{value}</span>
        </li>
      ))}
    </List>
  )
}
