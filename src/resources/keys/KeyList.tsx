import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { Key } from '#contract/keys'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { EditLink, RowLink, RowLinks } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { keyFields } from './fields'
import { usageColumns, useHasUsage } from './usage'

const SORT = { field: 'name', order: 'ASC' } as const

function RowActions({ value: { id, name } }: { value: Key }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <RowLinks>
      <RowLink to={addresses.record('keys', id)} label={translate('keys.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
      <EditLink
        to={addresses.record('keys', id, { edit: true })}
        label={translate('keys.actions.edit', { name })}
        permission="space:key:update"
      />
    </RowLinks>
  )
}

const actions = { cell: (key: Key) => <RowActions value={key} />, width: 96 }
const columns = columnsOf<Key>(keyFields, { actions })
const withUsage = [...columns.slice(0, -1), ...usageColumns, ...columns.slice(-1)]

/** Keys of the space. Spec 2, section 2. */
export default function KeyList() {
  return <ResourceList columns={useHasUsage() ? withUsage : columns} defaultSort={SORT} />
}
