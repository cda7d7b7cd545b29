import { memo, type ReactNode, useEffect, useRef } from 'react'
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
  measure?: (element: Element | null) => void
}

/** Props of the content of a row, which does not depend on the row's place: another row above it renders none of it. */
export type ContentProps<Row extends RaRecord> = Omit<RowProps<Row>, 'index' | 'position' | 'measure'>

/** React's `memo` for generic components. */
export const memoRow: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo

interface CheckboxProps {
  label: string
  checked: boolean
  /** Some of the rows that it stands for are selected. */
  partly?: boolean
  onChange: () => void
}

/** A native checkbox, because MUI's is too slow for hundreds of rows. */
function Checkbox({ label, checked, partly = false, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly
  }, [partly])
  return <input ref={input} type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
}

type SelectRowProps = Pick<ContentProps<RaRecord>, 'row' | 'selected' | 'onToggle'> & { label: string }

/** Selects or deselects a row. */
export function SelectRow({ row, label, selected, onToggle }: SelectRowProps) {
  const text = useTranslate()('table.selection.row', { label })
  return <Checkbox label={text} checked={selected} onChange={() => onToggle(row.id)} />
}

interface SelectPageProps {
  ids: readonly RaRecord['id'][]
  selected: ReadonlySet<RaRecord['id']>
}

/** Selects or deselects all rows of the page; those of other pages stay as they are. */
export function SelectPage({ ids, selected }: SelectPageProps) {
  const translate = useTranslate()
  const { onSelect } = useListContext()
  const count = ids.filter((id) => selected.has(id)).length
  const all = ids.length > 0 && count === ids.length
  const toggle = () => {
    const others = [...selected].filter((id) => !ids.includes(id))
    onSelect(all ? others : [...others, ...ids])
  }
  return (
    <Checkbox
      label={translate('table.selection.page')}
      checked={all}
      partly={count > 0 && !all}
      onChange={toggle}
    />
  )
}

type ExpandButtonProps = Pick<ContentProps<RaRecord>, 'row' | 'expanded' | 'onExpand'> & { label: string }

/** Opens and closes the details of a row. */
export function ExpandButton({ row, label, expanded, onExpand }: ExpandButtonProps) {
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
