import { keyframes, type Theme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ChangeEvent, memo, type ReactNode } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { RowsProps, ToggleRow } from './useRows'

/** Props of one row. They keep their identity across a refresh, so only changed rows render. */
export interface RowProps<Row extends RaRecord>
  extends Pick<RowsProps<Row>, 'columns' | 'expand' | 'rowLabel' | 'selectable'> {
  row: Row
  /** Position on the page, from 0. */
  index: number
  /** Position in the whole list, from 1. */
  position: number
  selected: boolean
  expanded: boolean
  onToggle: ToggleRow
  onExpand: (id: Row['id']) => void
  /** Mark above the row. */
  mark?: ReactNode
  /** Address that a click opens. */
  address?: string
  /** It has just arrived. */
  isFresh: boolean
  measure?: (element: Element | null) => void
}

/** Props of a row's content. They do not depend on the row's position, so a new row above renders none of it. */
export type ContentProps<Row extends RaRecord> = Omit<
  RowProps<Row>,
  'index' | 'position' | 'mark' | 'address' | 'isFresh' | 'measure'
>

/** React's `memo` for generic components. */
export const memoRow: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo

/** Styles of marks between rows. */
export const markStyles = ({ palette }: Theme) => ({
  backgroundColor: palette.action.selected,
  color: palette.text.secondary,
})

/** How long a row counts as new, in milliseconds. */
export const FRESH_FOR = 3000

const fade = keyframes({ from: { backgroundColor: 'var(--fresh)' } })

/** Styles of a row that has just arrived; with reduced motion, the theme ends the animation at once. */
export const freshStyles = ({ palette }: Theme) => ({
  '--fresh': `color-mix(in srgb, ${palette.primary.main} 28%, ${palette.background.paper})`,
  animation: `${fade} ${FRESH_FOR}ms ease-out`,
})

/** Styles of the checkboxes and buttons in rows, and of elements that are `.hidden` from all but screen readers. */
export const controlStyles = ({ palette }: Theme) => ({
  'input[type=checkbox]': {
    display: 'block',
    width: 18,
    height: 18,
    margin: 0,
    accentColor: palette.primary.main,
  },
  '.expand, .sort': {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    padding: 0,
    cursor: 'pointer',
  },
  '.expand > svg': { display: 'block', transition: 'transform 120ms' },
  '.expand[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
  'button:focus-visible, input:focus-visible': {
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: 1,
  },
  '.hidden': visuallyHidden,
})

interface CheckboxProps {
  label: string
  checked: boolean
  /** Some of its rows are selected. */
  partly?: boolean
  onChange: (isRange: boolean) => void
}

/** Whether Shift was held, with the mouse or the space bar. */
const withShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** A native checkbox, because MUI's is too slow for hundreds of rows. Its label is the touch target. */
function Checkbox({ label, checked, partly = false, onChange }: CheckboxProps) {
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = partly
  }
  return (
    <label className="check">
      <input
        ref={mark}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(withShift(event))}
      />
    </label>
  )
}

interface ControlProps extends Omit<ContentProps<RaRecord>, keyof RowsProps<RaRecord>> {
  label: string
}

/** Selects or deselects a row. */
export function SelectRow({ row, label, selected, onToggle }: ControlProps) {
  const text = useTranslate()('table.selection.row', { label })
  return <Checkbox label={text} checked={selected} onChange={(isRange) => onToggle(row.id, isRange)} />
}

/** Selects or deselects all rows of the page; rows of other pages stay as they are. */
export function SelectPage() {
  const translate = useTranslate()
  const { data = [], selectedIds, onSelect } = useListContext()
  const ids = data.map(({ id }) => id)
  const others = selectedIds.filter((id) => !ids.includes(id))
  const count = selectedIds.length - others.length
  const all = ids.length > 0 && count === ids.length
  return (
    <Checkbox
      label={translate('table.selection.page')}
      checked={all}
      partly={count > 0 && !all}
      onChange={() => onSelect(all ? others : [...others, ...ids])}
    />
  )
}

/** Opens and closes the details of a row. */
export function ExpandButton({ row, label, expanded, onExpand }: ControlProps) {
  const text = useTranslate()('table.details', { label })
  return (
    <button
      type="button"
      className="expand"
      aria-expanded={expanded}
      aria-label={text}
      onClick={() => onExpand(row.id)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M9 6l6 6-6 6" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  )
}
