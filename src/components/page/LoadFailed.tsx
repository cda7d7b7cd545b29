import { Alert, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { reasonOf } from '../../dataProvider/client'

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  const reason = reasonOf(error)
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('common.tryNow')}
        </Button>
      }
    >
      {translate(reason, { _: reason })}
    </Alert>
  )
}
