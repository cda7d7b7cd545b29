import { Box, Button, Divider, Stack } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { beginErrand, type Errand, useProviders } from '../../authProvider/providers'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'

/** The icon of a provider; nothing when it does not load. */
function ProviderIcon({ icon }: { icon: string }) {
  const [fails, setFails] = useState(false)
  if (!icon || fails) return null
  return <Box component="img" src={icon} alt="" width={20} height={20} onError={() => setFails(true)} />
}

interface ProviderButtonsProps {
  /** What the return from the provider is for. */
  errand: Errand
  /** Stands below the buttons. */
  children?: ReactNode
}

/** One button for each external identity provider of the server; nothing while the server does not answer. */
export function ProviderButtons({ errand, children }: ProviderButtonsProps) {
  const translate = usePublicTranslate()
  const { passwordLogin } = useConfig()
  const providers = useProviders()
  if (providers.length === 0) return null
  return (
    <Stack spacing={1.5} sx={{ mt: passwordLogin ? 3 : 0 }}>
      {passwordLogin && <Divider>{translate('login.or')}</Divider>}
      {providers.map((provider) => (
        <Button
          key={provider.provider}
          variant="outlined"
          startIcon={<ProviderIcon icon={provider.icon} />}
          onClick={() => window.location.assign(beginErrand(provider, errand))}
        >
          {translate('login.withProvider', { provider: provider.name })}
        </Button>
      ))}
      {children}
    </Stack>
  )
}
