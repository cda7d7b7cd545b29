import { useTranslate } from '../../i18n/translate'
import { type JsonDocument, type JsonNode, textOf } from './document'
import { cutMatches } from './search'
import { MoreButton, Value } from './treeStyles'

/** Number of characters that a string shows at first. */
const FIRST_CHARACTERS = 200
/** Number of characters that each enlargement adds. */
const MORE_CHARACTERS = 50_000

/** A text with the places that the search found; its direction is its own. */
export function Marked({ text, sought }: { text: string; sought: string }) {
  return (
    <bdi>
      {cutMatches(text, sought).map(({ text, start, isMatch }) =>
        isMatch ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )}
    </bdi>
  )
}

interface ScalarProps {
  document: JsonDocument
  node: JsonNode
  /** What the search looks for. */
  sought: string
  /** How many times more of the value was asked for. */
  enlarged: number
  onEnlarge: () => void
}

/** A string, number, true, false or null. A long string begins short. */
export function Scalar({ document, node, sought, enlarged, onEnlarge }: ScalarProps) {
  const translate = useTranslate()
  const text = textOf(document, node)
  if (node.kind !== 'string')
    return (
      <Value data-kind={node.kind}>
        <Marked text={text} sought={sought} />
      </Value>
    )
  const limit = FIRST_CHARACTERS + MORE_CHARACTERS * enlarged
  const shown = text.slice(0, limit)
  const isCut = text.length > limit
  return (
    <span>
      <Value data-kind="string">
        {'"'}
        {/* A string begins as one line; asked for more of it, one sees its line breaks. */}
        <Marked text={enlarged > 0 ? shown : JSON.stringify(shown).slice(1, -1)} sought={sought} />
        {isCut ? '…' : '"'}
      </Value>
      {(isCut || (enlarged === 0 && text.includes('\n'))) && (
        <MoreButton type="button" tabIndex={-1} onClick={onEnlarge}>
          {isCut
            ? translate('json.showMore', { shown: limit, total: text.length })
            : translate('json.showLines')}
        </MoreButton>
      )}
    </span>
  )
}
