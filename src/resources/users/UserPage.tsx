import { WithRecord } from 'react-admin'
import type { SpaceUser } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { Section } from '../../components/page'
import { RecordFields } from '../../components/resource/fields'
import { RecordPage } from '../../components/resource/RecordPage'
import { useTranslate } from '../../i18n/translate'
import { userFields } from './fields'
import { InvitationSection } from './InvitationSection'

const UserEdit = lazyPart(async () => ({ default: (await import('./UserForms')).UserEdit }))

function UserShow({ user }: { user: SpaceUser }) {
  return (
    <>
      <Section title={useTranslate()('users.details')}>
        <RecordFields<SpaceUser> fields={userFields} row={user} />
      </Section>
      {user.space_invited && <InvitationSection userId={user.id} />}
    </>
  )
}

/** One person of a space, viewed or edited. Spec 2, section 2. */
export default function UserPage() {
  return (
    <RecordPage
      show={<WithRecord<SpaceUser> render={(user) => <UserShow user={user} />} />}
      edit={<UserEdit />}
    />
  )
}
