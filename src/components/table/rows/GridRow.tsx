import { memo } from 'react'
import { type RaRecord } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { Column } from '../types'
import { Checkbox } from './Checkbox'
import { Details } from './Details'
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

type Cells<Row extends RaRecord> = Omit<RowProps<Row>, 'index' | 'position' | 'measure'>

function PlainGridCells<Row extends RaRecord>({ row, selected, expanded, ...props }: Cells<Row>) {
  const translate = useTranslate()
  const { columns, rowLabel, expand, selectable } = props
  const label = rowLabel(row)
  return (
    <>
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
    </>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
const GridCells = memo(PlainGridCells) as typeof PlainGridCells

/** One row. Its place is not a matter of its cells: a row that comes before it renders none of them. */
function PlainGridRow<Row extends RaRecord>({ index, position, measure, ...cells }: RowProps<Row>) {
  const { row, columns, expand, expanded, selected, selectable } = cells
  return (
    <tbody ref={measure} data-index={index} data-row={row.id}>
      {/* The header is the first row of the table. */}
      <tr aria-rowindex={position + 1} data-selected={selected || undefined}>
        <GridCells {...cells} />
      </tr>
      {expand && expanded && (
        <tr className="details">
          <td colSpan={columns.length + 1 + Number(selectable)}>
            <Details row={row} expand={expand} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow
