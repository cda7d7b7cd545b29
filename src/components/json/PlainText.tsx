import { Box, Button, styled } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'

/** Number of characters that are laid out at once; each "Show more" adds as many again, ten times over. */
const FIRST_CHARACTERS = 50_000

/** Text in the letters of code, lines broken where they must be. */
export const CodeBlock = styled('pre')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(1.5),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.default,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  tabSize: 2,
}))

/** A text as it is; what is very long in parts. `label` names it. */
export function PlainText({ text, label }: { text: string; label: string }) {
  const translate = useTranslate()
  const [limit, setLimit] = useState(FIRST_CHARACTERS)
  const isCut = text.length > limit
  return (
    <>
      <CodeBlock
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        sx={{ maxHeight: '70vh', overflow: 'auto' }}
      >
        {isCut ? text.slice(0, limit) : text}
      </CodeBlock>
      {isCut && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" onClick={() => setLimit(limit * 10)}>
            {translate('json.showMore', { shown: limit, total: text.length })}
          </Button>
        </Box>
      )}
    </>
  )
}
