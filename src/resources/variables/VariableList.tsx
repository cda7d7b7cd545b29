import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { Variable } from '#contract/variables'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { EditLink, RowLink, RowLinks } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { variableFields } from './fields'
import { ImportButton } from './import/ImportButton'

const SORT = { field: 'id', order: 'DESC' } as const

function RowActions({ variable: { id, name, locked } }: { variable: Variable }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  return (
    <RowLinks>
      <EditLink
        to={record('variables', id, { edit: true })}
        label={translate('variables.actions.edit', { name })}
        permission="space:variable:update"
        reason={locked ? translate('variables.lockedReason') : undefined}
      />
      <RowLink to={record('variables', id)} label={translate('variables.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
    </RowLinks>
  )
}

const columns = columnsOf<Variable>(variableFields, {
  actions: { cell: (variable) => <RowActions variable={variable} />, width: 88 },
})

/** Variables of the space. Spec 2, section 2. */
export default function VariableList() {
  return <ResourceList columns={columns} defaultSort={SORT} createActions={<ImportButton />} />
}
