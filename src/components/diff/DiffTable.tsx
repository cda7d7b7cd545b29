import { alpha, styled, type Theme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { diffWordsWithSpace } from 'diff'
import { memo, useMemo, useState } from 'react'
import type { Part } from './compareBodies'
import { isOfLeft, isOfRight } from './compareDocuments'
import { useTranslate } from './texts'

type Side = 'left' | 'right'
export type LineChange = 'added' | 'removed'

const CHANGES = { left: 'removed', right: 'added' } as const
const MARKS = { removed: '-', added: '+' } as const

/** Backgrounds of lines and words, on which text keeps its contrast. */
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

/** The cell with a line number. */
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

/** A row with a line of one or both bodies. */
interface Row {
  left?: Line
  right?: Line
  /** Index of the difference in the part; null for a common line. */
  difference: number | null
}

/** The rows of a part. An added line is beside the removed line that it replaces. */
function rowsOf({ lines, leftBefore, rightBefore }: Part): Row[] {
  const rows: Row[] = []
  let [left, right, difference] = [leftBefore, rightBefore, -1]
  let [before, start, at] = [' ', 0, 0]
  for (const line of lines.split('\n')) {
    const [mark, text] = [line.charAt(0), line.slice(1)]
    if (mark !== ' ' && before === ' ') difference += 1
    if (mark === '>') at = rows.length - 1
    else if (mark !== before || mark === '<') {
      if (mark !== '+' || before !== '-') start = rows.length
      at = start
    }
    rows[at] = {
      ...rows[at],
      ...(isOfLeft(mark) && { left: { number: (left += 1), text } }),
      ...(isOfRight(mark) && { right: { number: (right += 1), text } }),
      difference: mark === ' ' ? null : difference,
    }
    at += 1
    before = mark
  }
  return rows
}

interface RowViewProps {
  row: Row
  /** Shows two columns. */
  split: boolean
  isCurrent: boolean
  onSelect: (side: Side) => void
}

const RowView = memo(function RowView({ row, split, isCurrent, onSelect }: RowViewProps) {
  const { left, right, difference } = row
  const isChanged = difference !== null
  const words = isChanged && left && right ? diffWordsWithSpace(left.text, right.text) : null

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
    // Wrapped text is aligned with the first character of its line.
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
  /** Shows two columns. */
  split: boolean
}

/** A part of a comparison. */
export function DiffTable({ part, current, split }: DiffTableProps) {
  const rows = useMemo(() => rowsOf(part), [part])
  // A selection contains text of only one column.
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
