import { Box, Button, Chip, Stack, styled, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type SignInSession, sessionsApi } from '#contract/sessions'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { useBrowserName } from '../../../components/browsers/useBrowserName'
import {
  ConfirmDialog,
  LoadFailed,
  RelativeTime,
  Section,
  TimeText,
  useFailureToast,
} from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { isMissing } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useProviderName } from '../useProviderName'

/** Number of sessions that are shown at first: a script may sign in a hundred times a day. */
const SHOWN = 10

/** The session of this browser first, then the others in the server's order: by last use. */
const inOrder = (sessions: SignInSession[]) =>
  sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))

/** On one line if there is room. */
const Facts = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.spacing(3),
  color: theme.palette.text.secondary,
}))

interface RowProps {
  session: SignInSession
  onEnded: () => void
}

function SessionRow({ session, onEnded }: RowProps) {
  const { id, browser, system, method, provider, address, created_at, last_used_at, is_current } = session
  const translate = useTranslate()
  const name = useBrowserName()({ browser, system })
  const providerName = useProviderName()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const ended = () => {
    toast({ kind: 'success', title: translate('profile.security.sessions.ended', { name }) })
    onEnded()
  }
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => ask(sessionsApi.end, { params: { sessionId: id } }),
    onSuccess: ended,
    // It has already ended on its own.
    onError: (error) => (isMissing(error) ? ended() : showFailure(error)),
  })
  const how = translate(word(`words.session.methods.${method}`), {
    provider: provider && providerName(provider),
  })
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 2, py: 1, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {name}{' '}
          {is_current && (
            <Chip
              size="small"
              color="success"
              variant="outlined"
              label={translate('profile.security.sessions.current')}
            />
          )}
        </Typography>
        <Facts>
          <span>
            {translate('profile.security.sessions.lastUsed')}:{' '}
            {is_current ? (
              <span>{translate('profile.security.sessions.now')}</span>
            ) : (
              <RelativeTime value={last_used_at} />
            )}
          </span>
          <span>
            <span>{translate(word('words.session.signedIn'), { method: how })}</span>:{' '}
            <TimeText value={created_at} />
          </span>
          {address !== null && <span>{`${translate(word('words.session.address'))}: ${address}`}</span>}
        </Facts>
      </Box>
      {!is_current && (
        <LoadingButton
          variant="outlined"
          size="small"
          aria-label={translate('profile.security.sessions.endOf', { name })}
          loading={isPending}
          onClick={() => end()}
        >
          {translate('profile.security.sessions.end')}
        </LoadingButton>
      )}
    </Stack>
  )
}

function EndOthersButton({ onEnded }: { onEnded: () => void }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const [asking, setAsking] = useState(false)
  const end = async () => {
    try {
      await ask(sessionsApi.endOthers)
    } catch (error) {
      return showFailure(error)
    }
    setAsking(false)
    toast({ kind: 'success', title: translate('profile.security.sessions.endedOthers') })
    onEnded()
  }
  return (
    <>
      <Button color="error" onClick={() => setAsking(true)}>
        {translate('profile.security.sessions.endOthers')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={translate('profile.security.sessions.endOthersTitle')}
        confirmLabel={translate('profile.security.sessions.endOthers')}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {translate('profile.security.sessions.endOthersText')}
      </ConfirmDialog>
    </>
  )
}

function Sessions() {
  const translate = useTranslate()
  const { data, error, refetch } = useAnswer(sessionsApi.list)
  const { invalidate } = useAnswers()
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const reload = async () => {
    await invalidate(sessionsApi.list)
    // The focused button is gone with its session.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }
  const sessions = data && inOrder(data)
  const shown = showsAll ? sessions : sessions?.slice(0, SHOWN)
  const hasOthers = sessions && sessions.length > 1
  return (
    <Section
      title={translate('profile.security.sessions.title')}
      actions={hasOthers && <EndOthersButton onEnded={() => void reload()} />}
    >
      {error && !sessions && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && <span role="status">{translate('common.loading')}</span>}
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label={translate('profile.security.sessions.title')}
        sx={{ listStyle: 'none', m: 0, p: 0, outline: 'none' }}
      >
        {shown?.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => void reload()} />
        ))}
      </Box>
      {sessions?.length === 1 && (
        <Typography color="text.secondary">{translate('profile.security.sessions.onlyThis')}</Typography>
      )}
      {sessions && shown && shown.length < sessions.length && (
        <Button onClick={() => setShowsAll(true)}>
          {translate('profile.security.sessions.showAll', { count: sessions.length })}
        </Button>
      )}
    </Section>
  )
}

/** Sessions of the person; nothing if the server does not list them. */
export function SessionsSection() {
  const isOffered = useCapability(sessionsApi.list.capability)
  return isOffered && <Sessions />
}
