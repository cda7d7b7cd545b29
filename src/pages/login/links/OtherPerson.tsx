import { Alert, Button, Stack } from '@mui/material'
import { useSyncExternalStore } from 'react'
import { addresses } from '../../../addresses'
import { clearSession, rememberPath, type TabOwner, takeTab } from '../../../authProvider/session'
import { leaveAccount } from '../../../components/leaveAccount'
import { useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { goTo } from '../../../navigation'
import { storedAccount } from '../../../preferences'
import { PublicPage } from '../PublicPage'
import { useTranslate } from './texts'

/** The other tab stores the person a moment after the token. */
function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/**
 * Replaces a tab's page when another tab has signed in somebody else, so that neither person sees data of the other.
 */
export default function OtherPerson({ owner, onGoOn }: { owner: TabOwner; onGoOn: () => void }) {
  const translate = useTranslate()
  const client = useClient()
  const config = useConfig()
  const stored = useSyncExternalStore(subscribe, () => storedAccount()?.id)
  // Until the other tab knows the person, the previous one is stored.
  const account = stored === owner.uid ? null : storedAccount()

  function goOn() {
    takeTab()
    goTo(addresses.spaces, { replace: true })
    onGoOn()
  }
  function signInAgain() {
    const { pathname, search, hash } = window.location
    leaveAccount(client, config, account)
    clearSession()
    rememberPath(pathname + search + hash)
    goTo(addresses.login, { state: { email: owner.email ?? undefined } })
  }

  const names = account && owner.email !== null ? { email: account.email, owner: owner.email } : undefined
  return (
    <PublicPage title={translate('login.links.otherPerson.title')}>
      <Stack spacing={2}>
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {names
            ? translate('login.links.otherPerson.named', names)
            : translate('login.links.otherPerson.text')}
        </Alert>
        <Button variant="contained" size="large" onClick={goOn} sx={{ overflowWrap: 'anywhere' }}>
          {names
            ? translate('login.links.otherPerson.goOnAs', names)
            : translate('login.links.otherPerson.goOn')}
        </Button>
        <Button onClick={signInAgain}>{translate('login.links.otherPerson.signInAgain')}</Button>
      </Stack>
    </PublicPage>
  )
}
