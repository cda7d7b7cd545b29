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

/** Who is signed in in this browser; null when nobody is. */
const signedIn = () => (getToken() === null ? null : storedAccount())

interface ForOwnerProps {
  /** Of the page. */
  title: string
  /** The address that the link was sent to. */
  email: string
  /** What the link offers. */
  offer?: ReactNode
  children: ReactNode
}

/** The page of a link that was sent to somebody. Who is signed in with another account is asked first. */
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
