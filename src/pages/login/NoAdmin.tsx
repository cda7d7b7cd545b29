import { Button, Stack, Typography } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { loadConfig, useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'
import { PublicPage } from './PublicPage'

/** In place of the sign-in while nobody administers the server: where to find the link that creates the first administrator. */
export default function NoAdmin({ onSignIn }: { onSignIn: () => void }) {
  const translate = usePublicTranslate()
  const { productName } = useConfig()
  const goOn = useEffectEvent(onSignIn)
  // Somebody may have set the server up since this tab was opened.
  useEffect(() => {
    void loadConfig().then(
      ({ needsAdmin }) => needsAdmin || goOn(),
      () => undefined,
    )
  }, [])
  return (
    <PublicPage title={translate('login.noAdmin.title', { product: productName })}>
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Typography>{translate('login.noAdmin.text')}</Typography>
        <Typography>{translate('login.noAdmin.where')}</Typography>
        <Button onClick={onSignIn} sx={{ ml: '-8px !important' }}>
          {translate('login.noAdmin.signIn')}
        </Button>
      </Stack>
    </PublicPage>
  )
}
