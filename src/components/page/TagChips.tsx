import { styled } from '@mui/material'
import type { TagRef } from '#contract/tags'

/** Relative luminance of a colour like #1A2B3C, 0 to 1. WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever reads better on the colour: the contrast is never below 4.5. */
export const textOn = (color: string) => (luminance(color) > 0.179 ? '#000000' : '#ffffff')

const List = styled('ul')({
  listStyle: 'none',
  display: 'inline-flex',
  // In a row they share one line.
  flexWrap: 'var(--row-wrap, wrap)',
  verticalAlign: 'middle',
  gap: 4,
  margin: 0,
  padding: 0,
  maxWidth: '100%',
})
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

/** Tags in their colours; nothing when there are none. */
export function TagChips({ tags }: { tags: readonly TagRef[] }) {
  if (tags.length === 0) return null
  return (
    <List>
      {tags.map(({ id, name, color }) => (
        <Chip
          key={id}
          title={name}
          style={{ backgroundColor: colorOf(color), color: textOn(colorOf(color)) }}
        >
          {name}
        </Chip>
      ))}
    </List>
  )
}
