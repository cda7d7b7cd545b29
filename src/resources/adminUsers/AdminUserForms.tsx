import { useRecordContext } from 'react-admin'
import { type AdminUser, adminUserEntity } from '#contract/admin'
import { profileApi } from '#contract/profile/profile'
import { addresses } from '../../addresses'
import { useQuestion } from '../../components/dialog/useQuestion'
import { ResourceEdit } from '../../components/resource/ResourceForm'
import { useAccount } from '../../dataProvider/account'
import { useAnswers } from '../../dataProvider/answers'
import { adminUserFields } from './fields'
import { SpaceLosses } from './spaces'
import { useTranslate } from './texts'

/** Edit mode of a person. Rules, "Admin area". */
export function AdminUserEdit() {
  const translate = useTranslate()
  const user = useRecordContext<AdminUser>()
  const { profile } = useAccount()
  const { invalidate } = useAnswers()
  const { ask, dialog } = useQuestion({
    title: translate('adminUsers.demote.title'),
    text: translate('adminUsers.demote.text'),
    confirmLabel: translate('adminUsers.demote.confirm'),
  })
  if (!user) return null

  const isSelf = user.id === profile?.id
  const confirmSave = async ({ system_role }: Record<string, unknown>) => {
    const isDemoted = user.system_role === 'admin' && system_role !== 'admin'
    return !isSelf || !isDemoted || ask()
  }
  // An administrator who gave up the role can no longer see this area, not even their own page.
  const nextOf = ({ system_role }: Record<string, unknown>) =>
    isSelf && system_role !== 'admin' ? addresses.spaces : undefined
  return (
    <>
      <ResourceEdit
        fields={adminUserFields}
        schema={adminUserEntity.input}
        confirmSave={confirmSave}
        nextOf={nextOf}
        onSaved={() => isSelf && void invalidate(profileApi.get)}
        deletion={{
          reason: isSelf ? translate('adminUsers.self') : null,
          text: <SpaceLosses spaces={user.spaces} />,
          typedName: user.email,
        }}
      />
      {dialog}
    </>
  )
}
