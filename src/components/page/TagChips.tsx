import { styled } from '@mui/material'
import type { TagRef } from '#contract/tags'
import { textOn } from './contrast'

const List = styled('ul')({
  listStyle: 'none',
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
})
const Chip = styled('li')({
  borderRadius: 10,
  padding: '0 8px',
  fontSize: '0.75rem',
  lineHeight: '20px',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

const FALLBACK = '#757575'
const colorOf = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : FALLBACK)

/** Tags in their colours; nothing when there are none. */
export function TagChips({ tags }: { tags: readonly TagRef[] }) {
  if (tags.length === 0) return null
  return (
    <List>
      {tags.map(({ id, name, color }) => (
        <Chip key={id} style={{ backgroundColor: colorOf(color), color: textOn(colorOf(color)) }}>
          {name}
        </Chip>
      ))}
    </List>
  )
}
