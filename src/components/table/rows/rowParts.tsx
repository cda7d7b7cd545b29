import type { Theme } from '@mui/material'
import { memo, type ReactNode } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { RowsProps } from './useRows'

/** Props of one row. They keep their identity over a refresh, so only changed rows render. */
export interface RowProps<Row extends RaRecord>
  extends Pick<RowsProps<Row>, 'columns' | 'expand' | 'rowLabel' | 'selectable'> {
  row: Row
  /** Place on the page, from 0. */
  index: number
  /** Place in the whole list, from 1. */
  position: number
  selected: boolean
  expanded: boolean
  onToggle: (id: Row['id']) => void
  onExpand: (id: Row['id']) => void
  /** What stands above the row. */
  mark?: ReactNode
  measure?: (element: Element | null) => void
}

/** Props of the content of a row, which does not depend on the row's place: another row above it renders none of it. */
export type ContentProps<Row extends RaRecord> = Omit<
  RowProps<Row>,
  'index' | 'position' | 'mark' | 'measure'
>

/** React's `memo` for generic components. */
export const memoRow: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo

/** Styles of what stands between two rows. */
export const markStyles = ({ palette }: Theme) => ({
  backgroundColor: palette.action.selected,
  color: palette.text.secondary,
})

/** Styles of the checkboxes and buttons of rows. */
export const controlStyles = ({ palette }: Theme) => ({
  'input[type=checkbox]': { width: 20, height: 20, margin: 0, accentColor: palette.primary.main },
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
})

interface CheckboxProps {
  label: string
  checked: boolean
  /** Some of the rows that it stands for are selected. */
  partly?: boolean
  onChange: () => void
}

/** A native checkbox, because MUI's is too slow for hundreds of rows. */
function Checkbox({ label, checked, partly = false, onChange }: CheckboxProps) {
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = partly
  }
  return <input ref={mark} type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
}

interface ControlProps extends Omit<ContentProps<RaRecord>, keyof RowsProps<RaRecord>> {
  label: string
}

/** Selects or deselects a row. */
export function SelectRow({ row, label, selected, onToggle }: ControlProps) {
  const text = useTranslate()('table.selection.row', { label })
  return <Checkbox label={text} checked={selected} onChange={() => onToggle(row.id)} />
}

/** Selects or deselects all rows of the page; those of other pages stay as they are. */
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
