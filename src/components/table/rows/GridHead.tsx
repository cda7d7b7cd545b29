import { type RaRecord, type SortPayload, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { Column } from '../types'
import { Checkbox } from './Checkbox'
import type { RowsProps } from './useRows'

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

/** The order after pressing a header: ascending first, then the other way round. */
export const nextSort = (field: string, sort: SortPayload): SortPayload => ({
  field,
  order: sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC',
})

function HeadCell<Row>({ label, sortBy, align }: Column<Row>) {
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const style = align && { textAlign: align }
  if (!sortBy)
    return (
      <th scope="col" style={style}>
        {translate(label)}
      </th>
    )
  const order = sort.field === sortBy ? sort.order : undefined
  return (
    <th scope="col" style={style} aria-sort={order ? ARIA_SORT[order] : 'none'}>
      <button type="button" className="sort" onClick={() => setSort(nextSort(sortBy, sort))}>
        {translate(label)}
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" data-order={order}>
          <path d="M12 5v14M6 11l6-6 6 6" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </th>
  )
}

type GridHeadProps<Row extends RaRecord> = Pick<RowsProps<Row>, 'columns' | 'expand' | 'selectable'> & {
  ids: readonly Row['id'][]
  selected: ReadonlySet<Row['id']>
}

/** Header row: names, sorting, selection of the page. */
export function GridHead<Row extends RaRecord>({
  columns,
  expand,
  selectable,
  ids,
  selected,
}: GridHeadProps<Row>) {
  const translate = useTranslate()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectable && (
          <td>
            <SelectPage ids={ids} selected={selected} />
          </td>
        )}
        {expand && (
          <th scope="col">
            <span className="hidden">{translate('table.expand')}</span>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} {...column} />
        ))}
      </tr>
    </thead>
  )
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
