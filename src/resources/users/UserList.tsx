import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { SpaceUser } from '#contract/users'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowLink, RowLinks } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { userFields } from './fields'

const SORT = { field: 'email', order: 'ASC' } as const

function RowActions({ user: { id, email } }: { user: SpaceUser }) {
  const label = useTranslate()('users.open', { name: email })
  return (
    <RowLinks>
      <RowLink to={useAddresses().record('users', id)} label={label}>
        <DetailIcon fontSize="small" />
      </RowLink>
    </RowLinks>
  )
}

const columns = columnsOf<SpaceUser>(userFields, {
  actions: { cell: (user) => <RowActions user={user} />, width: 88 },
})

/** People of the space, invited ones too. Spec 2, section 2. */
export default function UserList() {
  return <ResourceList columns={columns} defaultSort={SORT} />
}
