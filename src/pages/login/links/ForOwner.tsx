import { Alert, Button, Stack } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { addresses } from '../../../addresses'
import { clearSession, getToken } from '../../../authProvider/session'
import { leaveAccount } from '../../../components/leaveAccount'
import { useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { linkTo } from '../../../navigation'
import { storedAccount } from '../../../preferences'
import { PublicPage } from '../PublicPage'
import { useTranslate } from './texts'

/** The person who is signed in in this browser; null if nobody is. */
const signedIn = () => (getToken() === null ? null : storedAccount())

interface ForOwnerProps {
  /** Title of the page. */
  title: string
  /** The address that the link was sent to. */
  email: string
  /** The offer of the link. */
  offer?: ReactNode
  children: ReactNode
}

/** Page of a link that was sent to somebody. It first asks a person who is signed in with another account. */
export function ForOwner({ title, email: owner, offer, children }: ForOwnerProps) {
  const translate = useTranslate()
  const client = useClient()
  const config = useConfig()
  const [account, setAccount] = useState(signedIn)
  if (!account || account.email === owner) return children
  function leave() {
    leaveAccount(client, config, account)
    clearSession()
    setAccount(null)
  }
  return (
    <PublicPage title={title} hint={owner}>
      {offer}
      <Stack spacing={2}>
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {translate('login.links.other.text', { email: account.email, owner })}
        </Alert>
        <Button variant="contained" size="large" onClick={leave}>
          {translate('login.links.other.leave')}
        </Button>
        <Button {...linkTo(addresses.spaces)}>{translate('login.links.other.stay')}</Button>
      </Stack>
    </PublicPage>
  )
}
