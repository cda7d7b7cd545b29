import { useTranslate } from '../../i18n/translate'
import { isContainer } from './document'
import { Marked, Scalar } from './Scalar'
import { Depth, Row, Toggle } from './treeStyles'
import type { Tree } from './useTree'

/** Width in px by which each level is indented, until the rows have no more room. */
const INDENT = 14
/** From here on the level is told in digits, because the indentation may have reached its end. */
const DEEP = 20

interface TreeRowProps {
  id: string
  tree: Tree
  /** Of the node that the row shows. */
  index: number
  /** What the search looks for. */
  sought: string
}

/** One value of the tree: its name, and what it is or how much is in it. */
export function TreeRow({ id, tree, index, sought }: TreeRowProps) {
  const translate = useTranslate()
  const { document, open, active } = tree
  const node = document.nodes[index]
  if (!node) return null
  const isBranch = isContainer(node)
  const isOpen = open[index] === 1
  const isActive = active.index === index
  return (
    <Row
      id={id}
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
      {node.depth > DEEP && <Depth aria-hidden>{node.depth}</Depth>}
      <span>
        {node.depth > 0 && (
          <>
            <span className="key">
              {node.key === null ? node.place : <Marked text={node.key} sought={sought} />}
            </span>
            {': '}
          </>
        )}
        {isBranch ? (
          <span className="count">
            {node.kind === 'object'
              ? `{} ${translate('json.members', { smart_count: node.size })}`
              : `[] ${translate('json.items', { smart_count: node.size })}`}
          </span>
        ) : (
          <Scalar
            document={document}
            node={node}
            sought={sought}
            enlarged={tree.enlarged.get(index) ?? 0}
            onEnlarge={() => tree.enlarge(index)}
          />
        )}
      </span>
    </Row>
  )
}
