import { Link } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { formatLines, readDocument } from './document'
import { CodeBlock } from './PlainText'
import { useTranslate } from './texts'

const MAX_LINES = 20
const MAX_CHARACTERS = 4000

/** The beginning of a text, indented if it is JSON: at most MAX_LINES lines and MAX_CHARACTERS characters. */
function previewOf(text: string) {
  const document = readDocument(text)
  const lines: string[] = []
  let room = MAX_CHARACTERS
  for (const line of document ? formatLines(document) : text.split('\n', MAX_LINES + 1)) {
    if (lines.length === MAX_LINES || room <= 0) return { text: lines.join('\n'), isCut: true }
    lines.push(line.slice(0, room))
    if (line.length > room) return { text: lines.join('\n'), isCut: true }
    room -= line.length
  }
  return { text: lines.join('\n'), isCut: false }
}

interface BodyPreviewProps {
  text: string | null
  /** Address of the page with the whole body. */
  to: string
}

/** The beginning of a body, with a link to the rest of it. */
export function BodyPreview({ text, to }: BodyPreviewProps) {
  const translate = useTranslate()
  const preview = useMemo(() => (text ? previewOf(text) : null), [text])
  if (!preview) return <span>{translate('json.nothing')}</span>
  return (
    <>
      <CodeBlock>{preview.isCut ? `${preview.text}\n…` : preview.text}</CodeBlock>
      {preview.isCut && (
        <Link component={RouterLink} to={to} sx={{ display: 'inline-block', mt: 1 }}>
          {translate('json.showAll')}
        </Link>
      )}
    </>
  )
}
