import { type RaRecord, useRecordContext } from 'react-admin'
import type { Entity } from '#contract/entity'
import { ChangesButton } from '../audit/ChangesButton'
import type { CreateDialogProps } from '../table'
import { columnsOf, type ShownFields } from './fields'
import type { InputFields } from './form'
import { RecordDetails, RecordPage } from './RecordPage'
import { ResourceCreate, ResourceEdit } from './ResourceForm'
import { ResourceList } from './ResourceList'

const SORT = { field: 'name', order: 'ASC' } as const

/** The default list, page and create dialog of a resource. */
export function viewsOf<Row extends RaRecord & { id: string }>(
  entity: Entity,
  fields: ShownFields<Row> & InputFields,
) {
  const columns = columnsOf<Row>(fields, { actions: {} })
  function Details() {
    const record = useRecordContext<Row>()
    return <RecordDetails<Row> fields={fields} actions={record && <ChangesButton id={record.id} />} />
  }
  const edit = <ResourceEdit fields={fields} schema={entity.input} />
  return {
    List: () => <ResourceList<Row> columns={columns} defaultSort={SORT} />,
    Page: () => <RecordPage show={<Details />} edit={edit} />,
    Create: (props: CreateDialogProps) => (
      <ResourceCreate {...props} fields={fields} schema={entity.create} />
    ),
  }
}
