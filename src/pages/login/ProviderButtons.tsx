import { Button, Divider, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { OAuthProvider } from '#contract/auth'
import type { Errand } from '../../authProvider/errands'
import { useProviderList } from '../../authProvider/providers'
import { ProviderIcon } from '../../components/ProviderIcon'
import { useConfig } from '../../config'
import { connection } from '../../dataProvider/connection'
import { usePublicTranslate } from '../../i18n'
import { isStorageBlocked } from '../../storage'

interface ProviderButtonsProps {
  /** Purpose of the return from the provider. */
  errand: Errand
  /** Other sign-in methods, above the providers. */
  children?: ReactNode
}

const leave = (provider: OAuthProvider, errand: Errand) =>
  import('../../authProvider/errands').then(
    ({ leaveFor }) => leaveFor(provider, errand),
    () => connection.lost(),
  )

/** One button for each external identity provider of the server, below the password form if there is one. */
export function ProviderButtons({ errand, children }: ProviderButtonsProps) {
  const translate = usePublicTranslate()
  const { passwordLogin, providers: count } = useConfig()
  const { providers, error, retry } = useProviderList()
  // Without passwords, the page has nothing else.
  if (!passwordLogin && !providers?.length)
    return (
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Typography role="status">
          {translate(error ? 'common.noAnswer' : providers ? 'login.noWay' : 'common.loading')}
        </Typography>
        {Boolean(error) && (
          <Button variant="outlined" onClick={retry}>
            {translate('common.tryNow')}
          </Button>
        )}
      </Stack>
    )
  const expected = providers?.length ?? count
  if (!children && expected === 0) return null
  return (
    <Stack spacing={1.5} sx={passwordLogin ? { mt: 3 } : undefined}>
      {passwordLogin && <Divider>{translate('login.or')}</Divider>}
      {children}
      {/* They may load late, and must not move other content. */}
      {!providers &&
        Array.from({ length: expected }, (_, i) => (
          <Button key={i} variant="outlined" aria-hidden disabled sx={{ visibility: 'hidden' }}>
            {translate('login.or')}
          </Button>
        ))}
      {providers?.map((provider) => (
        <Button
          key={provider.provider}
          variant="outlined"
          // The tab must store something to recognize the return.
          disabled={isStorageBlocked()}
          startIcon={<ProviderIcon icon={provider.icon} />}
          onClick={() => void leave(provider, errand)}
        >
          {translate('login.withProvider', { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}
