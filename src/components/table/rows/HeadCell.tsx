import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { Column } from '../types'
import { COLUMN_WIDTHS, useLabelOf } from '../useTable'

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

/** Arrows for unsorted columns (both directions) and for the sorted one. */
const ARROWS = { both: 'M7 10l5-5 5 5M7 14l5 5 5-5', up: 'M12 5v14M6 11l6-6 6 6' }

/** The class of a column's cells. */
export const classOf = ({ card, primary }: Column<never>) =>
  card === 'actions' ? 'actions' : primary ? 'name' : undefined

const FIGURES = 'tabular-nums'

/** Digits line up in columns; in names, tabular figures would spread the hyphens. */
export const styleOf = ({ align, figures }: Column<never>) => ({
  textAlign: align,
  fontVariantNumeric: figures || align === 'right' ? FIGURES : undefined,
})

interface HeadCellProps {
  column: Column<never>
  /** Width in px, if a person can change it. */
  width: number | undefined
  /** Rendered at its end. */
  children: ReactNode
}

/** The header of a column: sorts by it and has an edge for resizing. */
export function HeadCell({ column, width, children }: HeadCellProps) {
  const { id, sortBy, card } = column
  const text = useLabelOf()(column)
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const props = { scope: 'col', className: classOf(column), style: styleOf(column), 'data-column': id }
  if (card === 'actions')
    return (
      <th {...props}>
        <span className="hidden">{text}</span>
        {children}
      </th>
    )
  const edge = width !== undefined && (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it has a value, which no hr has
    <span
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={translate('table.width', { label: text })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={COLUMN_WIDTHS.min}
      aria-valuemax={COLUMN_WIDTHS.max}
      tabIndex={0}
    />
  )
  if (!sortBy)
    return (
      <th {...props} aria-label={text}>
        {text}
        {edge}
      </th>
    )
  const order = sort.field === sortBy ? sort.order : undefined
  const sortAgain = () => setSort({ field: sortBy, order: order === 'ASC' ? 'DESC' : 'ASC' })
  return (
    <th {...props} aria-label={text} aria-sort={order ? ARIA_SORT[order] : 'none'}>
      <button type="button" className="sort" onClick={sortAgain}>
        {text}
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" data-order={order}>
          <path d={order ? ARROWS.up : ARROWS.both} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
      {edge}
    </th>
  )
}
