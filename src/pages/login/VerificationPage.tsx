import { Alert, Box, LinearProgress } from '@mui/material'
import { useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { ApiError, type Client, isSilent, NO_ANSWER, useClient } from '../../dataProvider/client'
import { usePublicTranslate, useTranslateText } from '../../i18n'
import { PublicPage } from './PublicPage'
import { takeMailLink } from './schemas'
import { useOnce } from './useOnce'

interface Outcome {
  state: 'success' | 'error'
  /** A sentence of the server, or the key of our own. */
  said?: string
}

/** The server's own sentence, or the key of our own when it does not answer. */
const saidBy = (error: unknown) =>
  isSilent(error) ? NO_ANSWER : error instanceof ApiError ? error.body : undefined

/** Sends the link of the e-mail. Never fails. */
async function verify(client: Client, link: ReturnType<typeof takeMailLink>): Promise<Outcome> {
  if (!link) return { state: 'error' }
  const { path } = registrationApi.verify
  try {
    const answer = await client.request('PUT', path, { body: link, anonymous: true })
    return { state: 'success', said: typeof answer === 'string' ? answer : undefined }
  } catch (error) {
    return { state: 'error', said: saidBy(error) }
  }
}

/** Verifies an e-mail address with the link of the verification e-mail. Rules, "Sign-up". */
export default function VerificationPage() {
  const translate = usePublicTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const link = useMemo(() => takeMailLink(), [])
  const outcome = useOnce(() => verify(client, link))
  return (
    <PublicPage
      title={translate('login.verification.title')}
      hint={link?.email}
      backToLogin={{ email: link?.email }}
    >
      {outcome ? (
        <Alert severity={outcome.state}>
          <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {outcome.said ? translateText(outcome.said) : translate(`login.verification.${outcome.state}`)}
          </Box>
          {outcome.state === 'error' && outcome.said !== NO_ANSWER && translate('login.verification.again')}
        </Alert>
      ) : (
        <LinearProgress aria-label={translate('common.loading')} />
      )}
    </PublicPage>
  )
}
