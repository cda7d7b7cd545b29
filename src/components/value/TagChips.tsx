import { styled } from '@mui/material'
import type { TagRef } from '#contract/tags'

const List = styled('ul')({
  listStyle: 'none',
  display: 'inline-flex',
  // In a row, they share one line.
  flexWrap: 'var(--row-wrap, wrap)',
  verticalAlign: 'middle',
  gap: 4,
  margin: 0,
  padding: 0,
  maxWidth: '100%',
  '& > .more': { display: 'none' },
  // A row shows two tags, the line of a card one; the rest are counted, not cut.
  'tr:not(.details) > td > &': {
    '& > li:nth-of-type(n + 3)': { display: 'none' },
    // Without room for both, the first stays readable, and the second keeps its colour.
    '& > li:first-of-type:not(:only-of-type)': { flex: 'none', maxWidth: 'calc(100% - 34px)' },
    '& > .more.after-two': { display: 'block' },
  },
  '.line &': {
    '& > li:nth-of-type(n + 2)': { display: 'none' },
    '& > .more.after-one': { display: 'block' },
  },
})

/** A light background, so that tags are less prominent than states; the dot has the full colour. */
export const tintOf = (color: string) => `color-mix(in srgb, ${color} ${TINT}%, transparent)`

/** Share of a tag's colour in its background, in percent. */
export const TINT = 14

const Chip = styled('li')({
  borderRadius: 10,
  padding: '0 8px',
  fontSize: '0.75rem',
  lineHeight: '20px',
  maxWidth: '100%',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&.more': { flex: 'none', padding: '0 2px' },
  i: {
    display: 'inline-block',
    width: 8,
    height: 8,
    marginInlineEnd: 6,
    borderRadius: '50%',
  },
})

const colorOf = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : '#757575')

// Some colours are hard to see on one of the backgrounds.
const Dot = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 12,
  height: 12,
  borderRadius: '50%',
  border: `1px solid ${theme.palette.text.secondary}`,
}))

/** The colour of a tag, beside its name. */
export const Swatch = ({ color }: Pick<TagRef, 'color'>) => (
  <Dot style={{ backgroundColor: colorOf(color) }} />
)

/** Tags in their colours; nothing if there are none. */
export function TagChips({ tags }: { tags: readonly TagRef[] }) {
  if (tags.length === 0) return null
  const more = (shown: number, className: string) =>
    tags.length > shown && (
      <Chip
        className={`more ${className}`}
        title={tags
          .slice(shown)
          .map(({ name }) => name)
          .join(', ')}
      >
        +{tags.length - shown}
      </Chip>
    )
  return (
    <List>
      {tags.map(({ id, name, color }) => (
        <Chip key={id} title={name} style={{ backgroundColor: tintOf(colorOf(color)) }}>
          <i style={{ backgroundColor: colorOf(color) }} />
          {name}
        </Chip>
      ))}
      {more(1, 'after-one')}
      {more(2, 'after-two')}
    </List>
  )
}
