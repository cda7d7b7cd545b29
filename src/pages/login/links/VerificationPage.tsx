import { Alert, Box, Button, LinearProgress, Stack } from '@mui/material'
import { useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses } from '../../../addresses'
import { ApiError, type Client, isSilent, NO_ANSWER, useClient } from '../../../dataProvider/client'
import { useTranslateText } from '../../../i18n'
import { linkTo } from '../../../navigation'
import { PublicPage } from '../PublicPage'
import { takeMailLink } from '../schemas'
import { useOnce } from '../useOnce'
import { ForOwner } from './ForOwner'
import { useTranslate } from './texts'

type Link = ReturnType<typeof takeMailLink>

interface Outcome {
  state: 'success' | 'error'
  /** A sentence of the server, or the key of our own. */
  said?: string
}

/** The server's own sentence, or the key of our own when it does not answer. */
const saidBy = (error: unknown) =>
  isSilent(error) ? NO_ANSWER : error instanceof ApiError ? error.body : undefined

/** Sends the link of the e-mail. Never fails. */
async function verify(client: Client, link: Link['link']): Promise<Outcome> {
  if (!link) return { state: 'error' }
  const { path } = registrationApi.verify
  try {
    const answer = await client.request('PUT', path, { body: link, anonymous: true })
    return { state: 'success', said: typeof answer === 'string' ? answer : undefined }
  } catch (error) {
    return { state: 'error', said: saidBy(error) }
  }
}

function Verification({ link, email }: Pick<Link, 'link' | 'email'>) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const outcome = useOnce(() => verify(client, link))
  return (
    <PublicPage title={translate('login.links.verification.title')} hint={email}>
      {outcome ? (
        <Stack spacing={2}>
          <Alert severity={outcome.state}>
            <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
              {outcome.said
                ? translateText(outcome.said)
                : translate(`login.links.verification.${outcome.state}`)}
            </Box>
            {outcome.state === 'error' &&
              outcome.said !== NO_ANSWER &&
              translate('login.links.verification.again')}
          </Alert>
          <Button variant="contained" size="large" {...linkTo(addresses.login, { email })}>
            {translate('login.submit')}
          </Button>
        </Stack>
      ) : (
        <LinearProgress aria-label={translate('common.loading')} />
      )}
    </PublicPage>
  )
}

/** Verifies an e-mail address with the link of the verification e-mail. Rules, "Sign-up". */
export default function VerificationPage() {
  const translate = useTranslate()
  const { link, email } = useMemo(() => takeMailLink(), [])
  const verification = <Verification link={link} email={email} />
  if (!link) return verification
  return (
    <ForOwner title={translate('login.links.verification.title')} email={link.email}>
      {verification}
    </ForOwner>
  )
}
