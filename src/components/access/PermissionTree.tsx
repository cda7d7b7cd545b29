import CheckedIcon from '@mui/icons-material/CheckBox'
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import MixedIcon from '@mui/icons-material/IndeterminateCheckBox'
import { styled, TextField, Typography } from '@mui/material'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldText } from '#contract/common'
import { TOUCH_SIZE } from '../../theme/theme'
import { MONOSPACE } from '../json'
import { useTranslate } from './texts'
import { checkedOf, filterTree, type PermissionNode, toggle, treeOf } from './tree'
import { nameKeyOf } from './words'

const Tree = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  padding: '4px 0',
  '&:focus-visible [data-active="true"]': {
    outline: `2px solid ${theme.palette.primary.main}`,
    outlineOffset: -2,
  },
}))

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  [theme.breakpoints.down('md')]: { minHeight: TOUCH_SIZE, '--toggle-width': `${TOUCH_SIZE}px` },
  padding: '0 12px 0 4px',
  cursor: 'default',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& svg': { fontSize: 20, color: theme.palette.text.secondary },
  '&[aria-checked="true"] svg, &[aria-checked="mixed"] svg': { color: theme.palette.primary.main },
  '&[data-changes="false"][aria-checked="false"]': {
    color: theme.palette.text.secondary,
    '& svg': { color: theme.palette.action.disabled },
  },
  '&[data-changes="true"] .check': { cursor: 'pointer' },
  '& .check': { display: 'inline-flex', alignItems: 'center', alignSelf: 'stretch', gap: 8, minWidth: 0 },
  '& .name': { overflowWrap: 'anywhere' },
  '& code': {
    marginInlineStart: 'auto',
    fontFamily: MONOSPACE,
    fontSize: '0.75rem',
    color: theme.palette.text.secondary,
    [theme.breakpoints.down('sm')]: { display: 'none' },
  },
}))

/** The triangle in front of a group. */
const Toggle = styled('span')({
  flex: '0 0 var(--toggle-width, 24px)',
  alignSelf: 'stretch',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  '&[data-branch="true"]::before': {
    content: '""',
    borderInlineStart: '6px solid currentColor',
    borderBlock: '4px solid transparent',
    opacity: 0.7,
  },
  '&[data-open="true"]::before': { transform: 'rotate(90deg)' },
})

const ICONS = { true: CheckedIcon, false: UncheckedIcon, mixed: MixedIcon }

interface TreeRow {
  node: PermissionNode
  level: number
  parent: string | null
  place: number
  siblings: readonly PermissionNode[]
}

/** The visible rows, in their order. */
const rowsOf = (
  nodes: readonly PermissionNode[],
  isOpen: (node: PermissionNode) => boolean,
  level = 1,
  parent: string | null = null,
): TreeRow[] =>
  nodes.flatMap((node, place) => [
    { node, level, parent, place, siblings: nodes },
    ...(isOpen(node) ? rowsOf(node.children, isOpen, level + 1, node.id) : []),
  ])

/** Every node of a tree. */
const allOf = (nodes: readonly PermissionNode[]): PermissionNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.children)])

/** The part of the tree that matches a search by name or path. */
function useSearchedTree(nodes: readonly PermissionNode[]) {
  const translate = useTranslate()
  const [sought, search] = useState('')
  const nameOf = (node: PermissionNode) => {
    const key = nameKeyOf(node)
    return key ? translate(key) : node.id
  }
  const wanted = foldText(sought.trim())
  const matches = (node: PermissionNode) =>
    [nameOf(node), node.id].some((text) => foldText(text).includes(wanted))
  return { sought, search, nameOf, found: wanted === '' ? nodes : filterTree(nodes, matches) }
}

interface PermissionTreeProps {
  /** Accessible name. */
  label: string
  granted: readonly string[]
  /** Without it the tree is read-only. */
  onChange?: (granted: string[]) => void
}

/**
 * Permissions of a key as a tree with check boxes. Keys follow the ARIA tree pattern; Space toggles. A search shows
 * only matches, and a group then stands for its visible permissions.
 */
export function PermissionTree({ label, granted, onChange }: PermissionTreeProps) {
  const translate = useTranslate()
  const id = useId()
  // Unknown permissions stay in the tree after they are removed, so that people can add them again.
  const [first] = useState(granted)
  const tree = treeOf([...new Set([...first, ...granted])])
  const { sought, search, nameOf, found } = useSearchedTree(tree)
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(allOf(tree).flatMap((node) => (checkedOf(node, granted) === 'mixed' ? node.id : []))),
  )
  const [active, setActive] = useState<string | null>(null)
  const activeRow = useRef<HTMLDivElement>(null)
  const isOpen = (node: PermissionNode) =>
    node.children.length > 0 && (sought.trim() !== '' || open.has(node.id))
  const rows = rowsOf(found, isOpen)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === active),
  )

  useEffect(() => {
    if (active !== null) activeRow.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  const setBranches = (nodes: readonly PermissionNode[], isNowOpen: boolean) => {
    const next = new Set(open)
    for (const { id, children } of nodes)
      if (isNowOpen && children.length > 0) next.add(id)
      else next.delete(id)
    setOpen(next)
  }
  const change = (node: PermissionNode) => onChange?.(toggle(node, granted))
  const moveTo = (index: number) =>
    setActive(rows[Math.max(0, Math.min(rows.length - 1, index))]?.node.id ?? null)

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const { node, parent, siblings } = row
    const acts: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight() {
        if (isOpen(node)) moveTo(at + 1)
        else setBranches([node], true)
      },
      ArrowLeft() {
        if (isOpen(node) && open.has(node.id)) setBranches([node], false)
        else if (parent !== null) setActive(parent)
      },
      '*': () => setBranches([...siblings], true),
      ' ': () => change(node),
      Enter() {
        if (node.children.length > 0) setBranches([node], !isOpen(node))
        else change(node)
      },
    }
    const startsWith = ({ node }: TreeRow) => foldText(nameOf(node)).startsWith(foldText(event.key))
    const act = acts[event.key]
    if (act) {
      event.preventDefault()
      act()
    } else if (event.key.length === 1) {
      const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(startsWith)
      if (next) setActive(next.node.id)
    }
  }

  const nodeId = (node: PermissionNode) => `${id}-${node.id}`
  return (
    <>
      <TextField
        type="search"
        size="small"
        fullWidth
        value={sought}
        onChange={({ target }) => search(target.value)}
        // Must not submit the outer form.
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
        placeholder={translate('access.permissions.search')}
        slotProps={{
          htmlInput: {
            'aria-label': translate('access.permissions.search'),
            spellCheck: false,
            autoComplete: 'off',
          },
        }}
        sx={{ mb: 1 }}
      />
      {rows.length === 0 && (
        <Typography role="status" variant="body2" color="text.secondary">
          {translate('access.permissions.noMatch')}
        </Typography>
      )}
      {rows.length > 0 && (
        <Tree
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-multiselectable
          aria-activedescendant={rows[at] && nodeId(rows[at].node)}
          onKeyDown={onKeyDown}
        >
          {rows.map(({ node, level, place, siblings }, index) => {
            const checked = checkedOf(node, granted)
            const Icon = ICONS[`${checked}`]
            const isBranch = node.children.length > 0
            return (
              <Row
                key={node.id}
                ref={index === at ? activeRow : undefined}
                id={nodeId(node)}
                role="treeitem"
                aria-level={level}
                aria-posinset={place + 1}
                aria-setsize={siblings.length}
                aria-checked={checked}
                aria-disabled={onChange === undefined || undefined}
                aria-expanded={isBranch ? isOpen(node) : undefined}
                aria-label={nameOf(node)}
                data-active={index === at}
                data-changes={onChange !== undefined}
                style={{ paddingInlineStart: 4 + (level - 1) * 24 }}
                onClick={() => setActive(node.id)}
              >
                <Toggle
                  aria-hidden
                  data-branch={isBranch}
                  data-open={isOpen(node)}
                  onClick={() => setBranches([node], !isOpen(node))}
                />
                <span className="check" onClick={() => change(node)} aria-hidden>
                  <Icon />
                  <span className="name">{nameOf(node)}</span>
                </span>
                {nameKeyOf(node) && <code aria-hidden>{node.id}</code>}
              </Row>
            )
          })}
        </Tree>
      )}
    </>
  )
}
