import CopyIcon from '@mui/icons-material/ContentCopy'
import { Box, IconButton, styled, Typography } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import { useCopy } from '../page'
import { useTranslate } from './texts'

export const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** Monospaced text with wrapped lines. */
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
// The browser lays out only parts near the screen.
const Part = styled('span')({
  display: 'block',
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 2000px',
})

/** Maximum number of characters in a part. */
const PART = 20_000

/** Splits a text into parts of at most PART characters: after a line break if possible, never within a character. */
export function partsOf(text: string): { start: number; text: string }[] {
  const parts = []
  for (let start = 0; start < text.length; ) {
    const limit = start + PART
    const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit - 1) + 1 : text.length
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
    const end = lineEnd > start ? lineEnd : limit - Number(isHalf)
    parts.push({ start, text: text.slice(start, end) })
    start = end
  }
  return parts
}

/** An unformatted text. `label` is its accessible name. */
export function PlainText({ text, label }: { text: string; label: string }) {
  const parts = useMemo(() => partsOf(text), [text])
  return (
    <Scroller
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach scrollable content
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {parts.length === 1 ? text : parts.map((part) => <Part key={part.start}>{part.text}</Part>)}
    </Scroller>
  )
}

interface BodyFrameProps {
  /** The text for "Copy all". */
  text: string
  /** Shown before the tools, if the page does not name the body. */
  title?: string | undefined
  tools?: ReactNode
  children: ReactNode
}

/** A body below its tools. */
export function BodyFrame({ text, title, tools, children }: BodyFrameProps) {
  const copyLabel = useTranslate()('json.copyAll')
  const copy = useCopy()
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, mb: 1 }}>
        {title && (
          <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
            {title}
          </Typography>
        )}
        {tools}
        <IconButton
          size="small"
          aria-label={copyLabel}
          title={copyLabel}
          onClick={() => copy(text)}
          sx={{ ml: tools ? 0 : 'auto' }}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
      </Box>
      {children}
    </>
  )
}
