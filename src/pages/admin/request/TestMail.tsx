import { Alert, type AlertProps, Box, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { type MailTest, routinesApi } from '#contract/admin'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { useFailureToast } from '../../../components/page'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

const SEVERITY: Record<MailTest['state'], AlertProps['severity']> = {
  sent: 'success',
  refused: 'error',
  unknown: 'warning',
}

/** Sends an e-mail to the administrator, and shows the answer of the mail server. */
export function TestMail() {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const {
    data: outcome,
    isPending,
    mutate,
  } = useMutation({ mutationFn: async () => ask(routinesApi.testMail), onError: useFailureToast() })
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start', mt: 2 }}>
      <Typography variant="body2" color="text.secondary">
        {translate('admin.request.mail.hint')}
      </Typography>
      <LoadingButton variant="outlined" loading={isPending} onClick={() => mutate()}>
        {translate('admin.request.mail.start')}
      </LoadingButton>
      <Box role="status" sx={{ alignSelf: 'stretch', '&:empty': { mt: 0 } }}>
        {outcome && (
          <Alert severity={SEVERITY[outcome.state]} sx={{ overflowWrap: 'anywhere' }}>
            {translate(`admin.request.mail.${outcome.state}`, { to: outcome.to, answer: outcome.answer })}
          </Alert>
        )}
      </Box>
    </Stack>
  )
}
