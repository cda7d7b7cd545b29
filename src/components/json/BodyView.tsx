import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import CollapseIcon from '@mui/icons-material/UnfoldLess'
import ExpandIcon from '@mui/icons-material/UnfoldMore'
import {
  Box,
  Button,
  IconButton,
  InputAdornment,
  Menu,
  MenuItem,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useCopy } from '../page'
import {
  formatDocument,
  isContainer,
  type JsonDocument,
  keysOf,
  pathOf,
  readDocument,
  textOf,
} from './document'
import { JsonTree } from './JsonTree'
import { BodyFrame, PlainText } from './PlainText'
import type { ToolsOf } from './TreeRow'
import { useTranslate } from './texts'
import { type Search, type Tree, useSearch, useTree } from './useTree'

/** Searches the tree. Enter moves to the next match, Shift+Enter to the previous one; Escape clears the search. */
function SearchBox({ search }: { search: Search }) {
  const translate = useTranslate()
  const { text, matches, at } = search
  const label = translate('json.search.label')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      search.change('')
    } else if (event.key === 'Enter') {
      event.preventDefault()
      search.step(event.shiftKey ? -1 : 1)
    }
  }
  const count =
    matches.length > 0
      ? translate('json.search.count', { at: at + 1, count: matches.length })
      : translate('json.search.none')
  const steps = [
    { by: -1, label: translate('json.search.previous'), Icon: PreviousIcon },
    { by: 1, label: translate('json.search.next'), Icon: NextIcon },
  ] as const
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', flex: { xs: '1 1 100%', sm: '1 1 260px' }, minWidth: 0 }}
    >
      <TextField
        type="search"
        size="small"
        fullWidth
        value={text}
        onChange={({ target }) => search.change(target.value)}
        onKeyDown={onKeyDown}
        placeholder={label}
        slotProps={{
          htmlInput: { 'aria-label': label, spellCheck: false, autoComplete: 'off' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <output>{text !== '' && count}</output>
              </InputAdornment>
            ),
          },
        }}
      />
      {steps.map(({ by, label, Icon }) => (
        <IconButton
          key={by}
          size="small"
          aria-label={label}
          title={label}
          disabled={matches.length === 0}
          onClick={() => search.step(by)}
        >
          <Icon />
        </IconButton>
      ))}
    </Box>
  )
}

/** Maximum number of levels in the menu; "Expand all" opens deeper ones. */
const MENU_LEVELS = 6

/** Buttons that open all nodes, none, or those above a level. */
function LevelButtons({ tree: { document, openTo } }: { tree: Tree }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const all = [
    { label: translate('json.expandAll'), level: Number.POSITIVE_INFINITY, Icon: ExpandIcon },
    { label: translate('json.collapseAll'), level: 0, Icon: CollapseIcon },
  ]
  const levels = Array.from({ length: Math.min(MENU_LEVELS, document.depth) }, (_, above) => above + 1)
  return (
    <>
      {all.map(({ label, level, Icon }) => (
        <IconButton key={level} size="small" aria-label={label} title={label} onClick={() => openTo(level)}>
          <Icon fontSize="small" />
        </IconButton>
      ))}
      <Button size="small" aria-haspopup="menu" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        {translate('json.level')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {levels.map((level) => (
            <MenuItem
              key={level}
              onClick={() => {
                openTo(level)
                close()
              }}
            >
              {translate('json.levelOf', { level })}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

/** Number of characters of a path that are shown, from its end. */
const SHOWN_PATH = 200

/** The path of the active value, with buttons that copy the path, or a string's text or a branch's JSON. */
function PathBar({ tree: { document, active }, toolsOf }: { tree: Tree; toolsOf?: ToolsOf | undefined }) {
  const translate = useTranslate()
  const copy = useCopy()
  const path = useMemo(() => pathOf(document, active.index), [document, active.index])
  const valueOf = () => {
    const node = document.nodes[active.index]
    if (!node) return ''
    return isContainer(node) ? formatDocument(document, active.index) : textOf(document, node)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      <Typography
        component="code"
        title={translate('json.path')}
        sx={{ flex: '1 1 200px', minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
      >
        <bdi>{path.length > SHOWN_PATH ? `…${path.slice(-SHOWN_PATH)}` : path}</bdi>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, ml: 'auto' }}>
        {toolsOf?.(keysOf(document, active.index), 'bar')}
        <Button size="small" onClick={() => copy(path)}>
          {translate('json.copyPath')}
        </Button>
        <Button size="small" onClick={() => copy(valueOf())}>
          {translate('json.copyValue')}
        </Button>
      </Box>
    </Box>
  )
}

interface BodyViewProps {
  text: string | null
  /** Name of the body. */
  label: string
  /** For one of several bodies: shows the label, and hides search and path. */
  compact?: boolean
  /** Tools for a value, in its row when hovered or active, and below the tree. */
  toolsOf?: ToolsOf
}

interface JsonViewProps extends Omit<BodyViewProps, 'text'> {
  document: JsonDocument
}

/** A JSON document as a tree with a search, or as its original text. */
function JsonView({ document, label, compact, toolsOf }: JsonViewProps) {
  const translate = useTranslate()
  const tree = useTree(document)
  const search = useSearch(tree)
  const [mode, setMode] = useState<'tree' | 'text'>('tree')
  const hasTreeTools = mode === 'tree' && !compact && document.nodes.length > 1
  const tools = (
    <>
      {hasTreeTools && <SearchBox search={search} />}
      {hasTreeTools && <LevelButtons tree={tree} />}
      <ToggleButtonGroup
        size="small"
        exclusive
        value={mode}
        aria-label={translate('json.mode')}
        onChange={(_event, chosen: typeof mode | null) => chosen && setMode(chosen)}
        sx={{ ml: 'auto' }}
      >
        {(['tree', 'text'] as const).map((mode) => (
          <ToggleButton key={mode} value={mode} sx={{ py: { xs: 1, md: 0.25 }, textTransform: 'none' }}>
            {translate(`json.${mode}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </>
  )
  return (
    <BodyFrame text={document.text} title={compact ? label : undefined} tools={tools}>
      {mode === 'text' && <PlainText text={document.text} label={label} />}
      {mode === 'tree' && <JsonTree {...{ tree, label, toolsOf }} sought={search.text} />}
      {mode === 'tree' && !compact && <PathBar tree={tree} toolsOf={toolsOf} />}
    </BodyFrame>
  )
}

/** The body of a message: a tree if it is JSON, else its text. Rules, "Messages". */
export function BodyView({ text, label, compact = false, ...tools }: BodyViewProps) {
  const translate = useTranslate()
  const document = useMemo(() => (text === null ? null : readDocument(text)), [text])
  if (!text) return <span>{translate('json.nothing')}</span>
  // A different text starts with a new tree.
  if (document) return <JsonView key={text} {...{ document, label, compact }} {...tools} />
  return (
    <BodyFrame text={text} title={compact ? label : undefined}>
      <PlainText key={text} text={text} label={label} />
    </BodyFrame>
  )
}
