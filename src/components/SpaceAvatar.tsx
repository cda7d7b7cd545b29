import { styled } from '@mui/material'

/** Avatar backgrounds; white text on each has a contrast of at least 4.5:1. */
export const AVATAR_COLORS = [
  '#b3261e',
  '#a8480a',
  '#8a5a00',
  '#5f6b00',
  '#2f7029',
  '#00705a',
  '#006c7d',
  '#0b66a8',
  '#3d57c9',
  '#6746c3',
  '#8f3fae',
  '#ad2f74',
] as const

/** The avatar background for a name, always the same. Rules, "Layout". */
export function avatarColor(name: string): string {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return AVATAR_COLORS[hash % AVATAR_COLORS.length] ?? AVATAR_COLORS[0]
}

/** The first character of a name, in upper case. */
export function initialOf(name: string): string {
  const [first = '?'] = name.trim()
  return first.toLocaleUpperCase()
}

const Tile = styled('span')({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  color: '#ffffff',
  fontWeight: 600,
  lineHeight: 1,
  userSelect: 'none',
})

interface SpaceAvatarProps {
  name: string
  /** Width and height in px. */
  size?: number
  /** Round, for people. */
  round?: boolean
}

/** The first letter of a name on its colour. Hidden from screen readers, because the name stands beside it. */
export function SpaceAvatar({ name, size = 28, round = false }: SpaceAvatarProps) {
  const style = {
    width: size,
    height: size,
    fontSize: size * 0.5,
    borderRadius: round ? '50%' : size * 0.25,
    backgroundColor: avatarColor(name),
  }
  return (
    <Tile aria-hidden style={style}>
      {initialOf(name)}
    </Tile>
  )
}
