import { Alert, Box, LinearProgress } from '@mui/material'
import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { ApiError, isSilent, NO_ANSWER, useClient } from '../../dataProvider/client'
import { usePublicTranslate, usePublicTranslateText } from '../../i18n'
import { PublicPage } from './PublicPage'
import { takeMailLink } from './schemas'

interface Outcome {
  state: 'loading' | 'success' | 'error'
  /** A sentence of the server, or the key of ours. */
  said?: string
}

/** The server's own sentence, or the key of ours when it does not answer. */
const saidBy = (error: unknown) =>
  isSilent(error) ? NO_ANSWER : error instanceof ApiError ? error.body : undefined

/** Verifies an e-mail address with the link of the verification e-mail. Spec 2, section 2. */
export default function VerificationPage() {
  const translate = usePublicTranslate()
  const translateText = usePublicTranslateText()
  const client = useClient()
  const link = useMemo(() => takeMailLink(), [])
  const [{ state, said }, setOutcome] = useState<Outcome>({ state: link ? 'loading' : 'error' })

  useEffect(() => {
    if (!link) return
    client.request('PUT', registrationApi.verify.path, { body: link, anonymous: true }).then(
      (answer) => setOutcome({ state: 'success', said: typeof answer === 'string' ? answer : undefined }),
      (error: unknown) => setOutcome({ state: 'error', said: saidBy(error) }),
    )
  }, [client, link])

  return (
    <PublicPage
      title={translate('login.verification.title')}
      hint={link?.email}
      backToLogin={{ email: link?.email }}
    >
      {state === 'loading' ? (
        <LinearProgress aria-label={translate('common.loading')} />
      ) : (
        <Alert severity={state}>
          <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {said ? translateText(said) : translate(`login.verification.${state}`)}
          </Box>
          {state === 'error' && said !== NO_ANSWER && translate('login.verification.again')}
        </Alert>
      )}
    </PublicPage>
  )
}
