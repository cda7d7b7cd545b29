import { Box, Button, Divider, Stack } from '@mui/material'
import { useState } from 'react'
import { beginErrand, type Errand, useProviders } from '../../authProvider/providers'
import { usePublicTranslate } from '../../i18n'

/** The icon of a provider; nothing when it does not load. */
function ProviderIcon({ icon }: { icon: string }) {
  const [fails, setFails] = useState(false)
  if (!icon || fails) return null
  return <Box component="img" src={icon} alt="" width={20} height={20} onError={() => setFails(true)} />
}

/**
 * One button for each external identity provider of the server; none while the server does not answer.
 * @param errand what the return from the provider is for
 */
export function ProviderButtons({ errand }: { errand: () => Errand }) {
  const translate = usePublicTranslate()
  const providers = useProviders()
  if (providers.length === 0) return null
  return (
    <Stack spacing={1.5} sx={{ mt: 3 }}>
      <Divider>{translate('login.or')}</Divider>
      {providers.map((provider) => (
        <Button
          key={provider.provider}
          variant="outlined"
          startIcon={<ProviderIcon icon={provider.icon} />}
          onClick={() => window.location.assign(beginErrand(provider, errand()))}
        >
          {translate('login.withProvider', { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}
