import { Stack, styled } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import { type RaRecord } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { Field, FieldList } from '../../page'
import { useWidth } from '../../useWidth'
import { TableState } from '../TableState'
import type { Column } from '../types'
import { useIsWide } from '../useIsWide'
import { Cards } from './Cards'
import { CONTROL_WIDTH, countLeaving, SCROLLBAR_WIDTH, split } from './fit'
import { Grid } from './Grid'
import type { RowsProps } from './useRows'

const Room = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: 0 })

interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
}

/** Values of a row under the names of their columns. */
function Cells<Row>({ row, columns }: CellsProps<Row>) {
  const translate = useTranslate()
  return (
    <FieldList>
      {columns.map(({ id, label, cell }) => (
        <Field key={id} label={translate(label)}>
          {cell(row)}
        </Field>
      ))}
    </FieldList>
  )
}

/** The details of a row with the columns that left the table before them. */
function detailsWith<Row extends RaRecord>(
  leaving: readonly Column<Row>[],
  expand: RowsProps<Row>['expand'],
): RowsProps<Row>['expand'] {
  const columns = leaving.filter(({ inDetails }) => !inDetails)
  if (columns.length === 0) return expand
  return (row): ReactNode => (
    <Stack sx={{ gap: 2 }}>
      <Cells row={row} columns={columns} />
      {expand?.(row)}
    </Stack>
  )
}

interface TableRowsProps<Row extends RaRecord> extends RowsProps<Row> {
  /** Message key of the entity's forms, where a person can create one. */
  entity?: string
}

/**
 * The rows of a list, as a table from 1024 px and as cards below, or why there are none. Columns for which the table
 * is too narrow leave it for the details of their row.
 */
export function TableRows<Row extends RaRecord>({ columns, expand, entity, ...rows }: TableRowsProps<Row>) {
  const isWide = useIsWide()
  const { ref, width } = useWidth()
  const controls = Number(rows.selectable) + Number(Boolean(expand))
  const taken = controls * CONTROL_WIDTH + SCROLLBAR_WIDTH
  const room = isWide && width > 0 ? Math.max(1, width - taken) : 0
  const count = countLeaving(columns, room, Boolean(expand))
  const { staying, details } = useMemo(() => {
    const { staying, leaving } = split(columns, count)
    return { staying, details: detailsWith(leaving, expand) }
  }, [columns, count, expand])
  const Rows = isWide ? Grid : Cards
  return (
    <Room ref={ref}>
      <TableState columns={staying} isWide={isWide} entity={entity}>
        <Rows {...rows} columns={staying} expand={details} />
      </TableState>
    </Room>
  )
}
