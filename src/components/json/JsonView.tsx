import { useState } from 'react'
import { BodyFrame } from './BodyFrame'
import type { JsonDocument } from './document'
import { JsonTree } from './JsonTree'
import { LevelButtons } from './LevelButtons'
import { type Mode, ModeSwitch } from './ModeSwitch'
import { PathBar } from './PathBar'
import { PlainText } from './PlainText'
import { SearchBox } from './SearchBox'
import { useSearch } from './useSearch'
import { useTree } from './useTree'

interface JsonViewProps {
  document: JsonDocument
  /** What it is. */
  label: string
  /** With its label, and without the search and the paths. */
  compact: boolean
}

/** A JSON document as a tree with its search, or as the text that it was. */
export function JsonView({ document, label, compact }: JsonViewProps) {
  const tree = useTree(document)
  const search = useSearch(tree)
  const [mode, setMode] = useState<Mode>('tree')
  const hasTreeTools = mode === 'tree' && !compact && document.nodes.length > 1
  const tools = (
    <>
      {hasTreeTools && <SearchBox search={search} />}
      {hasTreeTools && <LevelButtons tree={tree} />}
      <ModeSwitch mode={mode} onChange={setMode} />
    </>
  )
  return (
    <BodyFrame text={document.text} title={compact ? label : undefined} tools={tools}>
      {mode === 'text' && <PlainText text={document.text} label={label} />}
      {mode === 'tree' && <JsonTree tree={tree} label={label} sought={search.text} />}
      {mode === 'tree' && !compact && <PathBar tree={tree} />}
    </BodyFrame>
  )
}
