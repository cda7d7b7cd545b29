import InfoIcon from '@mui/icons-material/InfoOutlined'
import type { Space } from '#contract/spaces'
import { INVITATION_PARAMETER, spaceAddresses } from '../../addresses'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { useAddressParameter } from '../../components/page'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { type Column, RowMenu } from '../../components/table'
import { spaceFields } from './fields'
import { SpaceState } from './SpaceState'
import { msg, useTranslate } from './texts'

const InvitationDialog = lazyPart(() => import('./InvitationDialog'))

const SORT = { field: 'name', order: 'ASC' } as const

/** Link to the info page; it does not exist before the invitation is accepted. */
function Actions({ space: { id, name, invited } }: { space: Space }) {
  const translate = useTranslate()
  if (invited) return null
  const info = {
    text: translate('layout.menu.spaceInfo'),
    label: translate('spaces.info', { name }),
    Icon: InfoIcon,
    does: spaceAddresses(id).space(),
  }
  return <RowMenu name={name} actions={[info]} />
}

const STATE: Column<Space> = {
  id: 'state',
  label: msg('spaces.state'),
  cell: (space) => <SpaceState space={space} />,
  least: 176,
  card: 'line',
}

/** The state comes after the name. */
const columns = columnsOf<Space>(spaceFields, {
  actions: { cell: (space) => <Actions space={space} /> },
}).toSpliced(1, 0, STATE)

/** Spaces of the signed-in person, also invitations. Rules, "Spaces". */
export default function SpaceList() {
  const [invitation, setInvitation] = useAddressParameter(INVITATION_PARAMETER)
  const close = () => setInvitation(null)
  return (
    <>
      <ResourceList columns={columns} defaultSort={SORT} />
      {invitation && (
        <PartFrame onClose={close}>
          <InvitationDialog spaceId={invitation} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
