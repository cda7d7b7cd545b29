import { useCallback } from 'react'
import { type RaRecord, useGetRecordRepresentation } from 'react-admin'
import { WITH_SECRET_IDS } from '../../addresses'
import { lazyPart } from '../lazyPart'
import { TableList, type TableListProps } from '../table'
import { ViewNotice, ViewsControl } from '../views/ViewsControl'
import { entityOf, useDefinition } from './definition'

const PeekPanel = lazyPart(() => import('./PeekPanel'))

type ResourceListProps<Row extends RaRecord> = Pick<TableListProps<Row>, 'columns' | 'defaultSort'> &
  Partial<TableListProps<Row>>

/** The list of the current resource, with its title, empty text and create dialog. */
export function ResourceList<Row extends RaRecord>(props: ResourceListProps<Row>) {
  const definition = useDefinition()
  const { name, permissions, scope, show, edit = show } = definition
  const hasSecretIds = WITH_SECRET_IDS.has(name)
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
      peek={scope === 'space' && edit && !hasSecretIds ? PeekPanel : undefined}
      hasSecretIds={hasSecretIds}
      rowLabel={rowLabel}
      {...props}
      {...(scope === 'space' && {
        headerActions: (
          <>
            <ViewsControl
              list={name}
              columns={props.columns}
              hasOwnColumns={props.onResetColumns !== undefined}
            />
            {props.headerActions}
          </>
        ),
        notice: (
          <>
            <ViewNotice columns={props.columns} />
            {props.notice}
          </>
        ),
      })}
    />
  )
}
