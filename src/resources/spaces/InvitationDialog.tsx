import { Box, Button, CircularProgress, DialogActions, DialogContent } from '@mui/material'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { type Space, spacesApi } from '#contract/spaces'
import { invitationAddress, spaceAddresses } from '../../addresses'
import MembershipLimits from '../../components/access/MembershipLimits'
import { LoadingButton } from '../../components/action/LoadingButton'
import { TaskDialog } from '../../components/dialog/TaskDialog'
import { LoadFailed } from '../../components/page'
import { useSignOut } from '../../components/useSignOut'
import { useCapability } from '../../config'
import { useAccount } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import RefuseDialog from './RefuseDialog'
import { useTranslate } from './texts'
import { useAcceptInvitation } from './useAcceptInvitation'

interface InvitationDialogProps {
  spaceId: string
  onClose: () => void
}

/** The invitation; on acceptance the space opens. */
function Acceptance({
  space,
  onClose,
  onRefuse,
}: {
  space: Space
  onClose: () => void
  onRefuse: () => void
}) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { id, name, user_role, invited_by, user_ends_at, user_tags, user_permissions } = space
  const canRefuse = useCapability(spacesApi.refuse.capability)
  const { accept, isPending } = useAcceptInvitation(
    space,
    () => void navigate(spaceAddresses(id).list('devices'), { replace: true }),
  )
  return (
    <>
      <DialogContent sx={{ overflowWrap: 'anywhere' }}>
        <span>{translate(`spaces.invitation.text.${user_role ?? 'user'}`, { name })}</span>{' '}
        {invited_by && <span>{translate('spaces.invitation.sender', { sender: invited_by })}</span>}
        <Box sx={{ mt: 2 }}>
          <MembershipLimits endsAt={user_ends_at} tags={user_tags} permissions={user_permissions} />
        </Box>
      </DialogContent>
      <DialogActions>
        {canRefuse && (
          <Button color="error" onClick={onRefuse} disabled={isPending}>
            {translate('spaces.refusal.refuse')}
          </Button>
        )}
        <Button onClick={onClose} disabled={isPending}>
          {translate('spaces.invitation.notNow')}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on its main action */}
        <LoadingButton autoFocus variant="contained" loading={isPending} onClick={accept}>
          {translate('spaces.invitation.accept')}
        </LoadingButton>
      </DialogActions>
    </>
  )
}

/** The account does not have this invitation; another account may have it. */
function NoInvitation({ spaceId, onClose }: InvitationDialogProps) {
  const translate = useTranslate()
  const email = useAccount().profile?.email ?? ''
  const signOut = useSignOut()
  return (
    <>
      <DialogContent>{translate('spaces.invitation.missing', { email })}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('spaces.invitation.notNow')}</Button>
        <Button variant="contained" onClick={() => signOut(invitationAddress(spaceId))}>
          {translate('spaces.invitation.otherAccount')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Accepts the invitation of a link. A member of the space goes there directly. Rules, "Spaces". */
export default function InvitationDialog({ spaceId, onClose }: InvitationDialogProps) {
  const translate = useTranslate()
  const { data: spaces, error, refetch } = useGetList('spaces', WHOLE_LIST)
  const space = spaces?.find(({ id }) => id === spaceId)
  const [isRefusing, setRefusing] = useState(false)
  if (space?.invited && isRefusing) return <RefuseDialog space={space} onClose={onClose} />
  if (space && !space.invited) return <Navigate to={spaceAddresses(spaceId).list('devices')} replace />
  return (
    <TaskDialog title={translate('spaces.fields.invited')} maxWidth="xs" fullScreen={false} onClose={onClose}>
      {space && <Acceptance space={space} onClose={onClose} onRefuse={() => setRefusing(true)} />}
      {spaces && !space && <NoInvitation spaceId={spaceId} onClose={onClose} />}
      {!spaces && (
        <DialogContent>
          {error ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : (
            <CircularProgress aria-label={translate('common.loading')} />
          )}
        </DialogContent>
      )}
    </TaskDialog>
  )
}
