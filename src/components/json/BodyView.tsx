import { Box, Button } from '@mui/material'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { useCopy } from '../page'
import { readDocument } from './document'
import { JsonView } from './JsonView'
import { PlainText } from './PlainText'

interface BodyViewProps {
  text: string | null
  /** Names it for those who cannot see where it stands. */
  label: string
  /** Without the search and the paths, for a body among others. */
  compact?: boolean
}

/** The body of a message: a tree when it is JSON, the text as it is when it is not. Spec 2, section 2. */
export function BodyView({ text, label, compact = false }: BodyViewProps) {
  const translate = useTranslate()
  const copy = useCopy()
  const document = useMemo(() => (text === null ? null : readDocument(text)), [text])
  if (!text) return <>{translate('json.nothing')}</>
  if (document) return <JsonView key={text} document={document} label={label} compact={compact} />
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
        <Button size="small" onClick={() => copy(text)}>
          {translate('json.copyAll')}
        </Button>
      </Box>
      <PlainText key={text} text={text} label={label} />
    </>
  )
}
