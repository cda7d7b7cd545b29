import { useCallback } from 'react'
import { type RaRecord, useGetRecordRepresentation } from 'react-admin'
import { TableList, type TableListProps } from '../table'
import { entityOf, useDefinition } from './definition'

type ResourceListProps<Row extends RaRecord> = Pick<TableListProps<Row>, 'columns' | 'defaultSort'> &
  Partial<TableListProps<Row>>

/** The list of the current resource, with its title, empty text and create dialog. */
export function ResourceList<Row extends RaRecord>(props: ResourceListProps<Row>) {
  const definition = useDefinition()
  const { name, permissions } = definition
  const representation = useGetRecordRepresentation(name)
  const rowLabel = useCallback(
    (row: Row) => {
      const name = representation(row)
      return typeof name === 'string' ? name : ''
    },
    [representation],
  )
  return (
    <TableList<Row>
      title={`layout.titles.${name}`}
      entity={entityOf(definition)}
      icon={definition.icon}
      create={definition.create}
      createLabel={definition.create && `layout.create.${definition.name}`}
      createPermission={permissions.create}
      rowLabel={rowLabel}
      {...props}
    />
  )
}
