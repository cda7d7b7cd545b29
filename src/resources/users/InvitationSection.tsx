import { Alert, Box, Stack } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, usersApi } from '#contract/users'
import {
  CopyText,
  Field,
  FieldList,
  LoadFailed,
  PermissionButton,
  Section,
  TimeText,
  useFailureToast,
} from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { copyText } from '../../components/value/CopyText'
import { useConfig } from '../../config'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'
import { useInvitation } from './useInvitations'

const PERMISSION = 'space:user:create'

/** State of the e-mail. */
function MailState({ invitation: { mail_state, sent_at, error } }: { invitation: Invitation }) {
  const translate = useTranslate()
  const isRetried = mail_state === 'waiting' && error !== null
  if (mail_state === 'failed' || mail_state === 'unknown' || mail_state === 'outbox' || isRetried)
    return (
      <Alert severity={mail_state === 'failed' ? 'error' : 'warning'}>
        {[translate(`users.invitation.${isRetried ? 'retrying' : mail_state}`), error]
          .filter(Boolean)
          .join(': ')}
      </Alert>
    )
  return (
    <>
      <span>{translate(`users.invitation.${mail_state}`)}</span>{' '}
      {sent_at && <TimeText value={sent_at} relative />}
    </>
  )
}

function ResendButton({ userId }: { userId: string }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const { sendsMail } = useConfig()
  const showFailure = useFailureToast()
  // The invitation may have been accepted meanwhile.
  const reload = () => invalidate(usersApi)
  const { mutate: resend, isPending } = useMutation({
    mutationFn: () => ask(usersApi.resend, { params: { userId } }),
    onSuccess: () => {
      toast({
        kind: sendsMail ? 'success' : 'info',
        title: translate(sendsMail ? 'users.invitation.resent' : 'users.invitation.rewritten'),
      })
      return reload()
    },
    onError: (error) => {
      showFailure(error)
      return reload()
    },
  })
  return (
    <PermissionButton permission={PERMISSION} variant="outlined" loading={isPending} onClick={() => resend()}>
      {translate('users.invitation.resend')}
    </PermissionButton>
  )
}

/** Copies a new link; if the browser refuses, it shows the link. */
function LinkButton({ userId, onRefused }: { userId: string; onRefused: (link: string) => void }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { mutate: copyLink, isPending } = useMutation({
    mutationFn: async () => {
      const { link } = await ask(usersApi.link, { params: { userId } })
      if (!(await copyText(link))) return onRefused(link)
      toast({
        kind: 'success',
        title: translate('users.invitation.copied'),
        description: translate('users.invitation.linkHint'),
      })
    },
    onError: useFailureToast(),
  })
  return (
    <PermissionButton
      permission={PERMISSION}
      variant="outlined"
      loading={isPending}
      onClick={() => copyLink()}
    >
      {translate('users.invitation.copyLink')}
    </PermissionButton>
  )
}

/** Pending invitation of a person: the state of its e-mail, and other ways to send it. */
export function InvitationSection({ userId }: { userId: string }) {
  const translate = useTranslate()
  const { invitation, isOffered, isPending, error, refetch } = useInvitation(userId)
  const [link, setLink] = useState<string>()
  if (!isOffered) return null
  return (
    <Section title={translate('users.invitation.title')}>
      {error && !invitation ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <FieldList>
          <Field label={translate('users.invitation.mail')} wide>
            {isPending && <span>{translate('common.loading')}</span>}
            {invitation && <MailState invitation={invitation} />}
            {/* The server deletes old e-mails. */}
            {!isPending && !invitation && <span>{translate('users.invitation.unknown')}</span>}
          </Field>
        </FieldList>
      )}
      <Stack direction="row" useFlexGap sx={{ mt: 2, gap: 1, flexWrap: 'wrap' }}>
        <ResendButton userId={userId} />
        <LinkButton userId={userId} onRefused={setLink} />
      </Stack>
      {link !== undefined && (
        <Box sx={{ mt: 2 }}>
          {translate('users.invitation.linkRefused')}
          <Box sx={{ my: 1 }}>
            <CopyText value={link} what={translate('users.invitation.link')} />
          </Box>
          {translate('users.invitation.linkHint')}
        </Box>
      )}
    </Section>
  )
}
