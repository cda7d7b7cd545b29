import { Alert, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { ApiError } from '../../../dataProvider/client'

/** Says why the messages could not be loaded. */
export function MessagesFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('common.tryNow')}
        </Button>
      }
    >
      {error instanceof ApiError
        ? translate(error.message, { _: error.message })
        : translate('common.frontendError')}
    </Alert>
  )
}
