import { memo } from 'react'
import { type RaRecord, useTranslate } from 'react-admin'
import type { Column } from '../types'
import { Checkbox } from './Checkbox'
import { ExpandButton } from './ExpandButton'
import type { RowsProps } from './useRows'

/** What one row needs; all of it keeps its identity over a refresh, so only changed rows render. */
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

const alignOf = <Row,>({ align }: Column<Row>) => (align ? { textAlign: align } : undefined)

function PlainGridRow<Row extends RaRecord>({ row, index, measure, ...props }: RowProps<Row>) {
  const translate = useTranslate()
  const { columns, rowLabel, expand, expanded, selected, selectable } = props
  const label = rowLabel(row)
  return (
    <tbody ref={measure} data-index={index} data-row={row.id}>
      {/* The header is the first row of the table. */}
      <tr aria-rowindex={props.position + 1} data-selected={selected || undefined}>
        {selectable && (
          <td>
            <Checkbox
              label={translate('table.selection.row', { label })}
              checked={selected}
              onChange={() => props.onToggle(row.id)}
            />
          </td>
        )}
        {expand && (
          <td>
            <ExpandButton label={label} expanded={expanded} onClick={() => props.onExpand(row.id)} />
          </td>
        )}
        {columns.map((column) => (
          <td key={column.id} style={alignOf(column)}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {expand && expanded && (
        <tr className="details">
          <td colSpan={columns.length + 1 + Number(selectable)}>{expand(row)}</td>
        </tr>
      )}
    </tbody>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow
