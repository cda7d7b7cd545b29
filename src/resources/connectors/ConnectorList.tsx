import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { Connector } from '#contract/connectors'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { EditLink, RowLink, RowLinks } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { connectorFields } from './fields'

const SORT = { field: 'name', order: 'ASC' } as const

function RowActions({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <RowLinks>
      <RowLink
        to={addresses.record('connectors', id)}
        label={translate('connectors.actions.detail', { name })}
      >
        <DetailIcon fontSize="small" />
      </RowLink>
      <EditLink
        to={addresses.record('connectors', id, { edit: true })}
        label={translate('connectors.actions.edit', { name })}
        permission="space:connector:update"
      />
    </RowLinks>
  )
}

const columns = columnsOf<Connector>(connectorFields, {
  actions: { cell: (connector) => <RowActions connector={connector} />, width: 96 },
})

/** Connectors of the space. Spec 1, section 2. */
export default function ConnectorList() {
  return <ResourceList columns={columns} defaultSort={SORT} />
}
