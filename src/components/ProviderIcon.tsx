import { Box } from '@mui/material'
import { useState } from 'react'
import type { OAuthProvider } from '#contract/auth'

/** The icon of an external identity provider, beside its name; nothing if it does not load. */
export function ProviderIcon({ icon }: Pick<OAuthProvider, 'icon'>) {
  const [fails, setFails] = useState(false)
  if (!icon || fails) return null
  return <Box component="img" src={icon} alt="" width={20} height={20} onError={() => setFails(true)} />
}
