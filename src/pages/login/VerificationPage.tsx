import { Alert, Button, LinearProgress, Stack } from '@mui/material'
import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { ApiError } from '../../dataProvider/client'
import { useClient } from '../../dataProvider/context'
import { usePublicTranslate } from '../../i18n'
import { linkTo } from '../../navigation'
import { PublicPage } from './PublicPage'
import { readMailLink } from './schemas'

interface Outcome {
  state: 'loading' | 'success' | 'error'
  /** The server's own words. */
  said?: string
}

/** Verifies an e-mail address with the link of the verification e-mail. Spec 2, section 2. */
export default function VerificationPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const link = useMemo(() => readMailLink(window.location.search), [])
  const [{ state, said }, setOutcome] = useState<Outcome>({ state: link ? 'loading' : 'error' })

  useEffect(() => {
    if (!link) return
    client.request('PUT', registrationApi.verify.path, { body: link, anonymous: true }).then(
      (answer) => setOutcome({ state: 'success', said: typeof answer === 'string' ? answer : undefined }),
      (error: unknown) =>
        setOutcome({ state: 'error', said: error instanceof ApiError ? error.body : undefined }),
    )
  }, [client, link])

  return (
    <PublicPage title={translate('login.verification.title')} hint={link?.email}>
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        {state === 'loading' && (
          <LinearProgress sx={{ width: '100%' }} aria-label={translate('common.loading')} />
        )}
        {state !== 'loading' && (
          <Alert severity={state} sx={{ width: '100%' }}>
            {said || translate(`login.verification.${state}`)}
          </Alert>
        )}
        <Button {...linkTo('/login')}>{translate('login.back')}</Button>
      </Stack>
    </PublicPage>
  )
}
