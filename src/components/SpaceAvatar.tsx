import { styled } from '@mui/material'
import { avatarColor, initialOf } from './avatarColor'

const Ground = styled('span')({
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
  /** A circle, as people have. */
  round?: boolean
}

/** First letter of a name on a colour of its own. The name stands beside it, so it is not read out. */
export function SpaceAvatar({ name, size = 28, round = false }: SpaceAvatarProps) {
  const style = {
    width: size,
    height: size,
    fontSize: size * 0.5,
    borderRadius: round ? '50%' : size * 0.25,
    backgroundColor: avatarColor(name),
  }
  return (
    <Ground aria-hidden style={style}>
      {initialOf(name)}
    </Ground>
  )
}
