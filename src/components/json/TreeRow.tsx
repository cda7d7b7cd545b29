import { Link, styled } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { formatTime, useClock, zoneText } from '../../clock'
import { epochTime } from '../../clock/epoch'
import { isContainer, type JsonNode, keysOf, textOf } from './document'
import { useTranslate } from './texts'
import { cutMatches, type Tree } from './useTree'

/** Height of a single-line row, in px. */
export const ROW_HEIGHT = 26
/** Indentation per level in px, as far as there is room. */
const INDENT = 14
/** Deeper rows show their level as a number instead of more indentation. */
const DEEP = 20

/** Number of characters of a string that are shown at first. */
const FIRST_CHARACTERS = 200
/** Number of characters that "Show more" adds. */
const MORE_CHARACTERS = 50_000

/** A row. Kinds of values differ in colour, and also in quotes, digits and words. */
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  minHeight: ROW_HEIGHT,
  padding: '3px 8px 3px 0',
  lineHeight: '20px',
  cursor: 'default',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&[data-active="true"]': { backgroundColor: theme.palette.action.selected },
  '[role="tree"]:not(:focus-within) > * > * > &[data-active="true"]': {
    backgroundColor: theme.palette.action.hover,
  },
  '& > span': { minWidth: 0 },
  '& .key': { color: theme.palette.primary.main },
  '& .count, & .depth, & time': { color: theme.palette.text.secondary },
  '& time': { marginInlineStart: 10, whiteSpace: 'nowrap' },
  '& .depth': { flexShrink: 0, marginInlineEnd: 8 },
  '& [data-kind="string"]': { color: theme.palette.success.main },
  '& [data-kind="number"]': { color: theme.palette.info.main },
  '& [data-kind="boolean"]': { color: theme.palette.warning.main },
  '& [data-kind="null"]': { color: theme.palette.text.secondary, fontStyle: 'italic' },
  '& mark': { backgroundColor: theme.palette.warning.main, color: theme.palette.warning.contrastText },
}))

/** The triangle before a branch; empty space before other values. */
const Toggle = styled('span')({
  flex: '0 0 22px',
  height: 20,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  '&[data-branch="true"]': { cursor: 'pointer' },
  '&[data-branch="true"]::before': {
    content: '""',
    borderInlineStart: '6px solid currentColor',
    borderBlock: '4px solid transparent',
    opacity: 0.7,
  },
  '&[data-open="true"]::before': { transform: 'rotate(90deg)' },
})

/** A text with highlighted matches, in its own direction. */
function Marked({ text, sought }: { text: string; sought: string }) {
  return (
    <bdi>
      {cutMatches(text, sought).map(({ text, start, isMatch }) =>
        isMatch ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )}
    </bdi>
  )
}

/** Renders tools for a value at a path; nothing for most values. */
export type ToolsOf = (keys: readonly (string | number)[], place: 'row' | 'bar') => ReactNode

export interface TreeRowProps {
  id: string
  tree: Tree
  /** Index of the node. */
  index: number
  /** The searched text. */
  sought: string
  toolsOf?: ToolsOf | undefined
}

/** Names of numbers that are not times, even if they look like one. */
const NO_TIME = /serial|addr|imei|imsi|iccid|number|count|phone|id$/i

/** The date of a number that counts seconds or milliseconds since 1970. */
function EpochDate({ tree: { document }, node }: Pick<ScalarProps, 'tree' | 'node'>) {
  const clock = useClock()
  const time = epochTime(Number(textOf(document, node)))
  // A number in a list has the name of the list.
  const name = node.key ?? document.nodes[node.parent]?.key ?? ''
  if (time === null || NO_TIME.test(name)) return null
  return (
    <time dateTime={new Date(time).toISOString()} title={zoneText(clock.zone, time)}>
      {formatTime(time, clock)}
    </time>
  )
}

interface ScalarProps extends Omit<TreeRowProps, 'id' | 'toolsOf'> {
  node: JsonNode
}

/** A scalar value. Long strings are cut at first. */
function Scalar({ tree, index, node, sought }: ScalarProps) {
  const { document, enlarged, enlarge } = tree
  const translate = useTranslate()
  const text = textOf(document, node)
  if (node.kind !== 'string')
    return (
      <>
        <span data-kind={node.kind}>
          <Marked text={text} sought={sought} />
        </span>
        {node.kind === 'number' && <EpochDate tree={tree} node={node} />}
      </>
    )
  const times = enlarged.get(index) ?? 0
  const limit = FIRST_CHARACTERS + MORE_CHARACTERS * times
  const shown = text.slice(0, limit)
  const isCut = text.length > limit
  return (
    <span>
      <span data-kind="string">
        {'"'}
        {/* A string is one line at first; enlarged, it keeps its line breaks. */}
        <Marked text={times > 0 ? shown : JSON.stringify(shown).slice(1, -1)} sought={sought} />
        <span>{isCut ? '…' : '"'}</span>
      </span>
      {(isCut || (times === 0 && text.includes('\n'))) && (
        <Link
          component="button"
          type="button"
          variant="inherit"
          tabIndex={-1}
          sx={{ marginInlineStart: 1, textAlign: 'start', verticalAlign: 'baseline' }}
          onClick={() => enlarge(index)}
        >
          {isCut
            ? translate('json.showMore', { shown: limit, total: text.length })
            : translate('json.showLines')}
        </Link>
      )}
    </span>
  )
}

/** One value of the tree: its key, and its text or number of members. */
export function TreeRow({ id, tree, index, sought, toolsOf }: TreeRowProps) {
  const translate = useTranslate()
  const [isHovered, setHovered] = useState(false)
  const { document, open, active } = tree
  const node = document.nodes[index]
  if (!node) return null
  const isBranch = isContainer(node)
  const isOpen = open[index] === 1
  const isActive = active.index === index
  const tools = (isActive || isHovered) && !isBranch ? toolsOf?.(keysOf(document, index), 'row') : null
  return (
    <Row
      id={id}
      aria-labelledby={tools ? `${id}-text` : undefined}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      role="treeitem"
      aria-level={node.depth + 1}
      aria-posinset={node.place + 1}
      aria-setsize={document.nodes[node.parent]?.size ?? 1}
      aria-selected={isActive}
      aria-expanded={isBranch && node.size > 0 ? isOpen : undefined}
      data-active={isActive}
      style={{ paddingInlineStart: `min(${node.depth * INDENT}px, 40%)` }}
      onClick={() => tree.select(index)}
      onDoubleClick={() => tree.setBranch(index, !isOpen)}
    >
      <Toggle
        aria-hidden
        data-branch={isBranch && node.size > 0}
        data-open={isOpen}
        onClick={() => tree.setBranch(index, !isOpen)}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {node.depth > DEEP && (
        <span className="depth" aria-hidden>
          {node.depth}
        </span>
      )}
      <span id={`${id}-text`}>
        {node.depth > 0 && (
          <>
            <span className="key">
              {node.key === null ? node.place : <Marked text={node.key} sought={sought} />}
            </span>
            <span>:</span>{' '}
          </>
        )}
        {isBranch ? (
          <span className="count">
            {node.kind === 'object'
              ? `{} ${translate('json.members', { smart_count: node.size })}`
              : `[] ${translate('json.items', { smart_count: node.size })}`}
          </span>
        ) : (
          <Scalar tree={tree} index={index} node={node} sought={sought} />
        )}
      </span>
      {tools}
    </Row>
  )
}
