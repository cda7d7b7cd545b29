import { Button, Divider, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { beginErrand, type Errand, useProviders } from '../../authProvider/providers'
import { ProviderIcon } from '../../components/ProviderIcon'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'

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
