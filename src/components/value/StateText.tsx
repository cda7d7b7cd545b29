import { styled } from '@mui/material'
import type { ReactNode } from 'react'

/** The meaning of a state: fine, needs a look, failed, continues by itself, or neutral. */
export type Tone = 'good' | 'warning' | 'bad' | 'waiting' | 'none'

// No line break between the mark and the first word.
const Words = styled('span')({ position: 'relative', paddingInlineStart: 18 })

/** The mark before a state. Each has its own shape, for people who cannot see its colour. */
const Mark = styled('span')(({ theme: { palette } }) => ({
  position: 'absolute',
  insetInlineStart: 0,
  top: 'calc(0.62em - 5px)',
  boxSizing: 'border-box',
  width: 10,
  height: 10,
  backgroundColor: 'currentColor',
  '&.good': { color: palette.success.main, borderRadius: '50%' },
  '&.warning': { color: palette.warning.main, clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  '&.bad': { color: palette.error.main, borderRadius: 2 },
  '&.waiting': {
    color: palette.info.main,
    borderRadius: '50%',
    border: '2px solid',
    background: 'linear-gradient(90deg, currentColor 50%, transparent 50%)',
  },
  '&.none': {
    color: palette.text.secondary,
    borderRadius: '50%',
    border: '2px solid',
    backgroundColor: 'transparent',
  },
}))

/** An icon, centred where marks are. */
const Icon = styled('span')({
  position: 'absolute',
  insetInlineStart: -3,
  top: 'calc(0.62em - 8px)',
  display: 'flex',
})

interface StateTextProps {
  tone: Tone
  /** The state's own colour, if it has one. */
  color?: string
  /** Replaces the tone's mark; a 16 px icon. */
  mark?: ReactNode
  /** The state in words. */
  children: ReactNode
}

/** A state, as a mark and words. Use it wherever states are shown. */
export function StateText({ tone, color, mark, children }: StateTextProps) {
  return (
    <Words>
      {mark ? <Icon aria-hidden>{mark}</Icon> : <Mark className={tone} style={{ color }} aria-hidden />}
      <span>{children}</span>
    </Words>
  )
}
