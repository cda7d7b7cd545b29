import { Button, Divider, Stack } from '@mui/material'
import { startOAuth } from '../../authProvider/oauth'
import { usePublicTranslate } from '../../i18n'
import { useProviders } from './useProviders'

/** One button for each external identity provider of the server. */
export function ProviderButtons() {
  const translate = usePublicTranslate()
  const providers = useProviders()
  if (providers.length === 0) return null
  return (
    <Stack spacing={1.5} sx={{ mt: 3 }}>
      <Divider>{translate('login.or')}</Divider>
      {providers.map((provider) => (
        <Button key={provider.provider} variant="outlined" onClick={() => startOAuth(provider)}>
          {translate('login.withProvider', { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}
