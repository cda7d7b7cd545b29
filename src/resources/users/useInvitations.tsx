import ErrorIcon from '@mui/icons-material/ErrorOutline'
import { Box, Tooltip } from '@mui/material'
import { usersApi } from '#contract/users'
import { useCapability } from '../../config'
import { useAnswer } from '../../dataProvider/answers'
import { useTranslate } from './texts'

/** Milliseconds between two polls while an e-mail waits to be sent. */
const POLL_INTERVAL = 3000

/** Pending invitation of a person, with the state of its e-mail; undefined if the server has none. */
export function useInvitation(userId: string) {
  const isOffered = useCapability(usersApi.invitations.capability)
  const { data, ...query } = useAnswer(usersApi.invitations, {
    enabled: isOffered,
    refetchInterval: ({ state }) =>
      state.data?.some(({ mail_state }) => mail_state === 'waiting') ? POLL_INTERVAL : false,
  })
  return { ...query, isOffered, invitation: data?.find(({ user_id }) => user_id === userId) }
}

/** Says in the list that the e-mail of an invitation failed, and why. */
export function MailFailure({ userId }: { userId: string }) {
  const translate = useTranslate()
  const { invitation } = useInvitation(userId)
  if (invitation?.mail_state !== 'failed') return null
  const words = [translate('users.invitation.failed'), invitation.error].filter(Boolean).join(': ')
  return (
    <Tooltip title={words}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard */}
      <Box component="span" role="img" aria-label={words} tabIndex={0} sx={{ display: 'inline-flex' }}>
        <ErrorIcon color="error" fontSize="small" />
      </Box>
    </Tooltip>
  )
}
