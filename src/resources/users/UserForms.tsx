import { useRecordContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ACCESS_LIMITS_CAPABILITY } from '#contract/permissions'
import { inviteSchema, type SpaceUser, type SpaceUserInput, spaceUserEntity } from '#contract/users'
import { addresses } from '../../addresses'
import { useQuestion } from '../../components/dialog/useQuestion'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { useAccount, useCurrentSpace } from '../../dataProvider/account'
import { useReloadSpaces } from '../../dataProvider/SpaceProvider'
import { userFields } from './fields'
import { useLastAdminReason } from './lastAdmin'
import { useTranslate } from './texts'

/** Other servers know no limits of people. */
const LIMITS = { tags: true, permissions: true, ends_at: true } as const

/** Only ids of tags are sent. */
const toSent = <Input extends Partial<Pick<SpaceUserInput, 'tags'>>>({ tags, ...input }: Input) => ({
  ...input,
  ...(tags && { tags: tags.map(({ id }) => ({ id })) }),
})

/** Dialog that invites a person by e-mail; then the list shows them. Rules, "People of a space". */
export function UserInvite(props: CreateDialogProps) {
  const translate = useTranslate()
  const done = () => {
    toast({ kind: 'success', title: translate('users.create.done') })
    props.onClose()
  }
  const schema = useCapability(ACCESS_LIMITS_CAPABILITY) ? inviteSchema : inviteSchema.omit(LIMITS)
  return <ResourceCreate {...props} fields={userFields} schema={schema} transform={toSent} onCreated={done} />
}

/** Asks admins for confirmation before they give up their own role. */
function useDemotionWarning(isSelf: boolean) {
  const translate = useTranslate()
  const { ask, dialog: warning } = useQuestion({
    title: translate('users.demote.title'),
    text: translate('users.demote.text'),
    confirmLabel: translate('users.demote.confirm'),
  })
  const confirmSave = async ({ space_role }: Record<string, unknown>) =>
    !isSelf || space_role === 'admin' || ask()
  return { warning, confirmSave }
}

/** Texts and effects for people who remove themselves. */
function useLeaving() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const space = useCurrentSpace()?.name ?? ''
  const reloadSpaces = useReloadSpaces()
  return {
    title: translate('users.leave.title', { space }),
    text: translate('users.leave.text'),
    confirmLabel: translate('users.leave.confirm'),
    onDeleted: () => {
      toast({ kind: 'success', title: translate('users.leave.done') })
      void navigate(addresses.spaces, { replace: true })
      void reloadSpaces()
    },
  }
}

/** Edit mode of a person: role and removal. Rules, "People of a space". */
export function UserEdit() {
  const translate = useTranslate()
  const record = useRecordContext<SpaceUser>()
  const { profile } = useAccount()
  const isSelf = record !== undefined && record.id === profile?.id
  const reason = useLastAdminReason(record)
  const removal = {
    confirmLabel: translate('users.delete.confirm'),
    ...(record?.space_invited && { text: translate('users.delete.invitedText') }),
  }
  const hasLimits = useCapability(ACCESS_LIMITS_CAPABILITY)
  const schema = hasLimits ? spaceUserEntity.input : spaceUserEntity.input.omit(LIMITS)
  const leaving = useLeaving()
  const reloadSpaces = useReloadSpaces()
  const { warning, confirmSave } = useDemotionWarning(isSelf && record.space_role === 'admin')
  return (
    <>
      <ResourceEdit
        fields={userFields}
        schema={schema}
        transform={toSent}
        confirmSave={confirmSave}
        onSaved={() => isSelf && void reloadSpaces()}
        deletion={{ reason, ...removal, ...(isSelf && leaving) }}
      />
      {warning}
    </>
  )
}
