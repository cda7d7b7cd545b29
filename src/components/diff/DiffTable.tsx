import { alpha, styled, type Theme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { diffWords } from 'diff'
import { memo, useMemo, useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import type { Part } from './compareBodies'

type Side = 'left' | 'right'
export type LineChange = 'added' | 'removed'

const CHANGES = { left: 'removed', right: 'added' } as const
const MARKS = { removed: '-', added: '+' } as const

/** Backgrounds of lines and words. Text keeps its contrast on them. */
export function diffColors({ palette }: Theme) {
  const tint = palette.mode === 'dark' ? 0.16 : 0.1
  return {
    added: alpha(palette.success.main, tint),
    removed: alpha(palette.error.main, tint),
    addedWord: alpha(palette.success.main, tint * 2),
    removedWord: alpha(palette.error.main, tint * 2),
    empty: palette.background.default,
  }
}

const Table = styled('table')(({ theme }) => {
  const colors = diffColors(theme)
  return {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontSize: 12,
    lineHeight: '1.6em',
    td: { padding: 0, verticalAlign: 'baseline', fontFamily: 'monospace' },
    '.gutter': { width: 50 },
    '.marker': { width: 28, textAlign: 'center', userSelect: 'none' },
    '.content': { whiteSpace: 'pre-wrap', lineBreak: 'anywhere' },
    '&[data-selects="left"] .right, &[data-selects="right"] .left': { userSelect: 'none' },
    '.added': { backgroundColor: colors.added },
    '.removed': { backgroundColor: colors.removed },
    '.empty': { backgroundColor: colors.empty },
    'ins, del': { textDecoration: 'none' },
    'ins:not(.line)': { backgroundColor: colors.addedWord },
    'del:not(.line)': { backgroundColor: colors.removedWord },
  }
})

interface GutterProps {
  number: number | undefined
  change: LineChange | undefined
  /** Whether the line belongs to the current difference. */
  isCurrent: boolean
}

/** The cell with the number of a line. */
export function Gutter({ number, change, isCurrent }: GutterProps) {
  const translate = useTranslate()
  return (
    <td className="gutter" aria-current={isCurrent || undefined}>
      {change && <span style={visuallyHidden}>{translate(`diff.${change}`)} </span>}
      {number}
    </td>
  )
}

interface Line {
  number: number
  text: string
}

/** A row: a line of each body, or of one. */
interface Row {
  left?: Line
  right?: Line
  /** Index of the difference in the part; null for a line that both bodies have. */
  difference: number | null
}

/** The rows of a part. A line that was added is beside the line that it replaces. */
function rowsOf({ changes, leftBefore, rightBefore }: Part): Row[] {
  const rows: Row[] = []
  const last = { left: leftBefore, right: rightBefore, difference: -1 }
  let first = 0
  for (const [i, { value, added, removed }] of changes.entries()) {
    const before = changes[i - 1]
    const isChanged = added || removed
    if (isChanged && !before?.added && !before?.removed) last.difference += 1
    if (!added || !before?.removed) first = rows.length
    for (const [j, text] of value.slice(0, -1).split('\n').entries())
      rows[first + j] = {
        ...rows[first + j],
        ...(!added && { left: { number: (last.left += 1), text } }),
        ...(!removed && { right: { number: (last.right += 1), text } }),
        difference: isChanged ? last.difference : null,
      }
  }
  return rows
}

interface RowViewProps {
  row: Row
  /** In two columns. */
  split: boolean
  isCurrent: boolean
  onSelect: (side: Side) => void
}

const RowView = memo(function RowView({ row, split, isCurrent, onSelect }: RowViewProps) {
  const { left, right, difference } = row
  const isChanged = difference !== null
  const words = isChanged && left && right ? diffWords(left.text, right.text) : null

  const contentOf = (side: Side, text: string) => {
    if (!isChanged) return text
    const Changed = side === 'left' ? 'del' : 'ins'
    let end = 0
    return words ? (
      words
        .filter(({ added, removed }) => (side === 'left' ? !added : !removed))
        .map(({ value, added, removed }) => {
          end += value.length
          return added || removed ? <Changed key={end}>{value}</Changed> : value
        })
    ) : (
      <Changed className="line">{text}</Changed>
    )
  }
  const cellsOf = (side: Side) => {
    const { number, text } = row[side] ?? {}
    const change = isChanged ? CHANGES[side] : undefined
    const look = text === undefined ? 'empty' : change
    // Wrapped text begins below the first character of its line.
    const indent = text?.search(/\S|$/) ?? 0
    return (
      <>
        <Gutter number={number} change={text === undefined ? undefined : change} isCurrent={isCurrent} />
        <td className={`marker ${look}`}>{text !== undefined && change && MARKS[change]}</td>
        <td
          className={`content ${side} ${look}`}
          style={{ paddingInlineStart: `${indent}ch`, textIndent: `-${indent}ch` }}
          onMouseDown={() => onSelect(side)}
        >
          {text !== undefined && contentOf(side, text)}
        </td>
      </>
    )
  }
  if (split)
    return (
      <tr>
        {cellsOf('left')}
        {cellsOf('right')}
      </tr>
    )
  return (
    <>
      {left && <tr>{cellsOf('left')}</tr>}
      {right && isChanged && <tr>{cellsOf('right')}</tr>}
    </>
  )
})

interface DiffTableProps {
  part: Part
  /** Index of the current difference in the part. */
  current: number | null
  /** In two columns. */
  split: boolean
}

/** A part of a comparison, for bodies that are too long for the diff viewer. It looks like the viewer. */
export function DiffTable({ part, current, split }: DiffTableProps) {
  const rows = useMemo(() => rowsOf(part), [part])
  // As in the viewer, a selection contains text of one column only.
  const [selects, setSelects] = useState<Side>('left')
  return (
    <Table data-selects={split ? selects : undefined}>
      <tbody>
        {rows.map((row) => (
          <RowView
            key={`${row.left?.number} ${row.right?.number}`}
            row={row}
            split={split}
            isCurrent={current !== null && row.difference === current}
            onSelect={setSelects}
          />
        ))}
      </tbody>
    </Table>
  )
}
