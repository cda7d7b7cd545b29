import { Suspense } from 'react'
import type { Profile } from '#contract/profile'
import { lazyPart, Waiting } from '../../components/lazyPart'
import { DraftOffer, EditButton, Field, FieldList, Loaded, Section, useEditMode } from '../../components/page'
import { useProfile } from '../../dataProvider/useProfile'
import { useTranslate } from '../../i18n/translate'

const ProfileForm = lazyPart(() => import('./ProfileForm'))

function ProfileView({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const fields = ['email', 'company', 'firstname', 'lastname', 'middlename', 'timezone'] as const
  return (
    <FieldList>
      {fields.map((name) => (
        <Field key={name} label={translate(`profile.fields.${name}`)}>
          {profile[name]}
        </Field>
      ))}
    </FieldList>
  )
}

function ProfileCard({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const { editing } = useEditMode()
  return (
    <>
      {!editing && <DraftOffer resource="profile" id={profile.id} />}
      <Section title={translate('profile.tabs.profile')} actions={<EditButton editing={editing} />}>
        {editing ? (
          <Suspense fallback={<Waiting />}>
            <ProfileForm profile={profile} />
          </Suspense>
        ) : (
          <ProfileView profile={profile} />
        )}
      </Section>
    </>
  )
}

/** The signed-in person, as view and as form. Spec 1, section 2. */
export function ProfileTab() {
  return <Loaded query={useProfile()}>{(profile) => <ProfileCard profile={profile} />}</Loaded>
}
