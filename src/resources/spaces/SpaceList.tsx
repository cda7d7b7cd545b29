import InfoIcon from '@mui/icons-material/InfoOutlined'
import type { Space } from '#contract/spaces'
import { INVITATION_PARAMETER, spaceAddresses } from '../../addresses'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { useAddressParameter } from '../../components/page'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowLink, RowLinks } from '../../components/table'
import { spaceFields } from './fields'
import { useTranslate } from './texts'

const InvitationDialog = lazyPart(() => import('./InvitationDialog'))

const SORT = { field: 'name', order: 'ASC' } as const

/** Link to the info page; there is none before the invitation is accepted. */
function RowActions({ space: { id, name, invited } }: { space: Space }) {
  const label = useTranslate()('spaces.info', { name })
  if (invited) return null
  return (
    <RowLinks>
      <RowLink to={spaceAddresses(id).space()} label={label}>
        <InfoIcon fontSize="small" />
      </RowLink>
    </RowLinks>
  )
}

const columns = columnsOf<Space>(spaceFields, {
  actions: { cell: (space) => <RowActions space={space} />, width: 88 },
})

/** The spaces of the signed-in person, invitations too. Rules, "Spaces". */
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
