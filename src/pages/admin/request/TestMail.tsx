import { Alert, type AlertProps, Box, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type MailTest, routinesApi } from '#contract/admin'
import { useFailureToast } from '../../../components/page'
import { LoadingButton } from '../../../components/page/LoadingButton'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

const SEVERITY: Record<MailTest['state'], AlertProps['severity']> = {
  sent: 'success',
  refused: 'error',
  unknown: 'warning',
}

/** Sends an e-mail to the administrator, and says what the mail server answered. */
export function TestMail() {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<MailTest>()

  const send = async () => {
    setSending(true)
    setOutcome(undefined)
    try {
      setOutcome(await ask(routinesApi.testMail))
    } catch (failure) {
      showFailure(failure)
    }
    setSending(false)
  }

  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography>{translate('admin.request.mail.hint')}</Typography>
      <LoadingButton variant="outlined" loading={isSending} onClick={() => void send()}>
        {translate('admin.request.mail.start')}
      </LoadingButton>
      <Box role="status" sx={{ alignSelf: 'stretch' }}>
        {outcome && (
          <Alert severity={SEVERITY[outcome.state]} sx={{ overflowWrap: 'anywhere' }}>
            {translate(`admin.request.mail.${outcome.state}`, { to: outcome.to, answer: outcome.answer })}
          </Alert>
        )}
      </Box>
    </Stack>
  )
}
