import { Alert } from '@mui/material'
import { useTranslate } from './texts'

/** Says that the browser keeps nothing for this site, and what to do. Shown where `isStorageBlocked`. */
export default function StorageNote() {
  const translate = useTranslate()
  return (
    <Alert severity="warning" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {translate('login.links.storage', { host: window.location.host })}
    </Alert>
  )
}
