import { Alert, Box, Button, Stack } from '@mui/material'
import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses, invitationAddress } from '../../../addresses'
import { rememberPath } from '../../../authProvider/session'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { ApiError, type Client, isUnreachable, NO_ANSWER, useClient } from '../../../dataProvider/client'
import { useTranslateText } from '../../../i18n'
import { linkTo } from '../../../navigation'
import { PublicPage } from '../PublicPage'
import { takeMailLink } from '../signUp/schemas'
import { ForOwner } from './ForOwner'
import { useTranslate } from './texts'

type Link = NonNullable<ReturnType<typeof takeMailLink>['link']>

interface Outcome {
  state: 'success' | 'error'
  /** A sentence of the server, or the key of a console text. */
  said?: string
}

const INCOMPLETE: Outcome = { state: 'error' }

/** The server's sentence, or the key of a console text if the server does not answer. */
const saidBy = (error: unknown) =>
  isUnreachable(error) ? NO_ANSWER : error instanceof ApiError ? error.body : undefined

/** Sends the proof from the e-mail's link. Never fails. */
async function verify(client: Client, link: Link): Promise<Outcome> {
  const { path } = registrationApi.verify
  try {
    const answer = await client.request('PUT', path, { body: link, anonymous: true })
    return { state: 'success', said: typeof answer === 'string' ? answer : undefined }
  } catch (error) {
    return { state: 'error', said: saidBy(error) }
  }
}

const focus = (shown: HTMLElement | null) => shown?.focus()

function Result({ outcome: { state, said }, email }: { outcome: Outcome; email?: string }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <Stack spacing={2}>
      <Alert severity={state}>
        <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
          {said ? translateText(said) : translate(`login.links.verification.${state}`)}
        </Box>
        {state === 'error' && said !== NO_ANSWER && (
          <span>{translate('login.links.verification.again')}</span>
        )}
      </Alert>
      <Button ref={focus} variant="contained" size="large" {...linkTo(addresses.login, { email })}>
        {translate('login.submit')}
      </Button>
    </Stack>
  )
}

/** Uses the link only on a click, because e-mail scanners also open links. */
function Verification({ link }: { link: Link }) {
  const translate = useTranslate()
  const client = useClient()
  const [state, setState] = useState<'busy' | Outcome>()
  if (typeof state === 'object') return <Result outcome={state} email={link.email} />
  async function confirm() {
    setState('busy')
    setState(await verify(client, link))
  }
  return (
    <LoadingButton
      fullWidth
      variant="contained"
      size="large"
      loading={state === 'busy'}
      onClick={() => void confirm()}
    >
      {translate('login.links.verification.submit')}
    </LoadingButton>
  )
}

/** Verifies an e-mail address with the link from the verification e-mail. Rules, "Sign-up". */
export default function VerificationPage() {
  const translate = useTranslate()
  const { link, email } = useMemo(() => takeMailLink(), [])
  useEffect(() => {
    // The account began with an invitation: after the sign-in, it opens.
    const spaceId = new URLSearchParams(window.location.search).get('space_id')
    if (spaceId !== null) rememberPath(invitationAddress(spaceId))
  }, [])
  const title = translate('login.links.verification.title')
  const page = (
    <PublicPage title={title} hint={email}>
      {link ? <Verification link={link} /> : <Result outcome={INCOMPLETE} email={email} />}
    </PublicPage>
  )
  if (!link) return page
  return (
    <ForOwner title={title} email={link.email}>
      {page}
    </ForOwner>
  )
}
