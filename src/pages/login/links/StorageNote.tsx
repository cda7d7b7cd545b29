import { Alert } from '@mui/material'
import { useTranslate } from './texts'

/** Says that the browser stores nothing for this site, and what to do. Shown if `isStorageBlocked`. */
export default function StorageNote() {
  const translate = useTranslate()
  return (
    <Alert severity="warning" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {translate('login.links.storage', { host: window.location.host })}
    </Alert>
  )
}
