import { Button, Stack, Typography } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { loadConfig, useConfig } from '../../../config'
import { PublicPage } from '../PublicPage'
import { useTranslate } from './texts'

/**
 * Replaces the sign-in while the server has no administrator: says where to find the link that creates the first one.
 */
export default function NoAdmin({ onSignIn }: { onSignIn: () => void }) {
  const translate = useTranslate()
  const { productName } = useConfig()
  const goOn = useEffectEvent(onSignIn)
  // The server may have been set up since this tab opened.
  useEffect(() => {
    void loadConfig().then(
      ({ needsAdmin }) => needsAdmin || goOn(),
      () => undefined,
    )
  }, [])
  return (
    <PublicPage title={translate('login.links.noAdmin.title', { product: productName })}>
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Typography>{translate('login.links.noAdmin.text')}</Typography>
        <Typography>{translate('login.links.noAdmin.where')}</Typography>
        <Button onClick={onSignIn} sx={{ ml: '-8px !important' }}>
          {translate('login.links.noAdmin.signIn')}
        </Button>
      </Stack>
    </PublicPage>
  )
}
