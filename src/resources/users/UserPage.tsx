import { WithRecord } from 'react-admin'
import type { SpaceUser } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { userFields } from './fields'
import { InvitationSection } from './InvitationSection'

const UserEdit = lazyPart(async () => ({ default: (await import('./UserForms')).UserEdit }))

function UserShow() {
  return (
    <>
      <RecordDetails<SpaceUser> fields={userFields} />
      <WithRecord<SpaceUser>
        render={({ id, space_invited }) => space_invited && <InvitationSection userId={id} />}
      />
    </>
  )
}

/** One person of a space, viewed or edited. Rules, "People of a space". */
export default function UserPage() {
  return <RecordPage show={<UserShow />} edit={<UserEdit />} />
}
