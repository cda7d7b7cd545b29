import { Alert, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { ApiError } from '../../dataProvider/client'

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="error"
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
