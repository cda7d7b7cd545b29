import { Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useCopy } from '../page'
import type { JsonDocument } from './document'
import { JsonTree } from './JsonTree'
import { LevelButtons } from './LevelButtons'
import { PathBar } from './PathBar'
import { PlainText } from './PlainText'
import { SearchBox } from './SearchBox'
import { useSearch } from './useSearch'
import { useTree } from './useTree'

const MODES = ['tree', 'text'] as const
type Mode = (typeof MODES)[number]

interface JsonViewProps {
  document: JsonDocument
  /** Names it. */
  label: string
  /** Without the search and the paths. */
  compact: boolean
}

/** A JSON document as a tree with its search, or as the text that it was. */
export function JsonView({ document, label, compact }: JsonViewProps) {
  const translate = useTranslate()
  const copy = useCopy()
  const tree = useTree(document)
  const search = useSearch(tree)
  const [mode, setMode] = useState<Mode>('tree')
  const hasTools = !compact && document.nodes.length > 1
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        {mode === 'tree' && hasTools && (
          <>
            <SearchBox search={search} />
            <LevelButtons tree={tree} />
          </>
        )}
        <ToggleButtonGroup
          size="small"
          exclusive
          value={mode}
          aria-label={translate('json.mode')}
          onChange={(_event, chosen: Mode | null) => chosen && setMode(chosen)}
          sx={{ ml: 'auto' }}
        >
          {MODES.map((mode) => (
            <ToggleButton key={mode} value={mode} sx={{ py: 0.5 }}>
              {translate(`json.${mode}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Button size="small" onClick={() => copy(document.text)}>
          {translate('json.copyAll')}
        </Button>
      </Box>
      {mode === 'tree' ? (
        <>
          <JsonTree tree={tree} label={label} sought={search.text} />
          {!compact && <PathBar tree={tree} />}
        </>
      ) : (
        <PlainText text={document.text} label={label} />
      )}
    </>
  )
}
