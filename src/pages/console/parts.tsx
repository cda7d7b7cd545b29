import { styled } from '@mui/material'
import type { ReactNode } from 'react'

export const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

/** Text of a shell, as it is. */
export const Mono = styled('pre')(({ theme }) => ({
  margin: 0,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  mark: { color: theme.palette.getContrastText('#ffd54f'), backgroundColor: '#ffd54f' },
}))

const NoteText = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 1),
  margin: 0,
  fontSize: '0.8125rem',
  color: theme.palette.text.secondary,
  '& > svg': { fontSize: 18 },
}))

/** A remark of the console in the conversation, with its icon. */
export function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <NoteText>
      {icon}
      {children}
    </NoteText>
  )
}
