import { styled } from '@mui/material'
import { useMemo } from 'react'
import { partsOf } from './parts'
import { MONOSPACE } from './treeStyles'

/** Text in the letters of code, lines broken where they must be. */
export const CodeBlock = styled('pre')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(1.5),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.default,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  tabSize: 2,
}))

const Scroller = styled(CodeBlock)({ maxHeight: '70vh', overflow: 'auto' })
// Only the parts near the screen are laid out.
const Part = styled('span')({
  display: 'block',
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 2000px',
})

/** A text as it is. `label` names it. */
export function PlainText({ text, label }: { text: string; label: string }) {
  const parts = useMemo(() => partsOf(text), [text])
  return (
    <Scroller
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {parts.length === 1 ? text : parts.map((part) => <Part key={part.start}>{part.text}</Part>)}
    </Scroller>
  )
}
