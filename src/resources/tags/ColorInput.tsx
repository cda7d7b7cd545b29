import { Box, FormLabel, styled, useMediaQuery, useTheme } from '@mui/material'
import { type KeyboardEvent, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { TAG_COLORS, type Tag } from '#contract/tags'
import { Preview } from './Preview'
import { useTranslate } from './texts'

/** Relative luminance of a colour like #1A2B3C, from 0 to 1 (WCAG 2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever is more readable on the colour: the contrast is at least 4.5. */
export const textOn = (color: string) => (luminance(color) > 0.179 ? '#000000' : '#ffffff')

/** Columns of the palette on wide and on narrow screens. Rules, "Tags". */
const COLUMNS = { wide: 8, narrow: 4 }

/** Steps of an arrow key in the palette, to the right and down. */
const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Index that an arrow key moves to from `from`, among `count` in rows of `columns`; undefined for other keys. */
export function placeAfter(key: string, from: number, count: number, columns: number): number | undefined {
  const step = STEPS[key]
  if (!step) return undefined
  const [right, down] = step
  if (down === 0) return (from + right + count) % count
  const places = Math.ceil(count / columns) * columns
  let place = from
  do place = (place + down * columns + places) % places
  while (place >= count)
  return place
}

const CHECK = 'polygon(14% 44%, 0 62%, 40% 96%, 100% 22%, 82% 8%, 38% 64%)'

const Color = styled('input')(({ theme }) => ({
  appearance: 'none',
  position: 'relative',
  width: '100%',
  height: 40,
  margin: 0,
  borderRadius: theme.shape.borderRadius,
  // Some colours are hardly visible on one of the backgrounds.
  border: `1px solid ${theme.palette.text.secondary}`,
  cursor: 'pointer',
  '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '&:checked': { borderWidth: 3, borderColor: theme.palette.text.primary },
  '&:checked::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    margin: 'auto',
    width: 18,
    height: 18,
    backgroundColor: 'currentColor',
    clipPath: CHECK,
  },
  '@media (forced-colors: active)': { forcedColorAdjust: 'none' },
}))

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The form's `color` field: one of the palette, or one that another client has set. */
export default function ColorInput() {
  const translate = useTranslate()
  const labelId = useId()
  const isWide = useMediaQuery(useTheme().breakpoints.up('sm'), { noSsr: true, defaultMatches: true })
  const columns = isWide ? COLUMNS.wide : COLUMNS.narrow
  const { field } = useController<Pick<Tag, 'color'>, 'color'>({ name: 'color' })
  // The initial colour can be chosen again.
  const [first] = useState(field.value)
  const other = [field.value, first].find(
    (color) => color && !TAG_COLORS.some((known) => isSame(known, color)),
  )
  const name = useWatch<Pick<Tag, 'name'>, 'name'>({ name: 'name' })
  const colors: { color: string; name: string }[] = [
    ...TAG_COLORS.map((color) => ({ color, name: translate(`tags.colors.${color}`) })),
    ...(other ? [{ color: other, name: translate('tags.otherColor', { color: other }) }] : []),
  ]
  const chosen = colors.findIndex(({ color }) => isSame(color, field.value ?? ''))

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeAfter(event.key, Math.max(chosen, 0), colors.length, columns)
    const color = place !== undefined && colors[place]?.color
    if (!color) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('input')[place]?.focus()
    field.onChange(color)
  }

  return (
    <div>
      <FormLabel id={labelId} sx={{ display: 'block', mb: 1, fontSize: '0.875rem' }}>
        {translate('tags.fields.color')}
        {colors[chosen] && <span>{`: ${colors[chosen].name}`}</span>}
      </FormLabel>
      {/* Above the colours, so that it is visible on a phone. */}
      <Box sx={{ mb: 1.5 }}>
        <Preview tag={{ name: name || translate('tags.entity.first'), color: field.value }} />
      </Box>
      <Box
        role="radiogroup"
        aria-labelledby={labelId}
        onKeyDown={move}
        onBlur={field.onBlur}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {colors.map(({ color, name }, place) => (
          <Color
            key={color}
            ref={place === Math.max(chosen, 0) ? field.ref : undefined}
            type="radio"
            name={labelId}
            value={color}
            aria-label={name}
            title={name}
            checked={place === chosen}
            onChange={() => field.onChange(color)}
            style={{ backgroundColor: color, color: textOn(color) }}
          />
        ))}
      </Box>
    </div>
  )
}
