import { useMemo } from 'react'
import { useTranslate } from '../../i18n/translate'
import { BodyFrame } from './BodyFrame'
import { readDocument } from './document'
import { JsonView } from './JsonView'
import { PlainText } from './PlainText'

interface BodyViewProps {
  text: string | null
  /** What it is: "Body". */
  label: string
  /** For a body among others: its label is seen, and it has neither search nor paths. */
  compact?: boolean
}

/** The body of a message: a tree when it is JSON, the text as it is when it is not. Spec 2, section 2. */
export function BodyView({ text, label, compact = false }: BodyViewProps) {
  const translate = useTranslate()
  const document = useMemo(() => (text === null ? null : readDocument(text)), [text])
  if (!text) return <>{translate('json.nothing')}</>
  // Another text begins anew.
  if (document) return <JsonView key={text} document={document} label={label} compact={compact} />
  return (
    <BodyFrame text={text} title={compact ? label : undefined}>
      <PlainText key={text} text={text} label={label} />
    </BodyFrame>
  )
}
