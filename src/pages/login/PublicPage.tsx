import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useConfig } from '../../config'
import { LanguageSwitch, ThemeSwitch } from '../../theme'

/** Frame of the pages that need no sign-in: the product's name, one card, language and theme. */
export function PublicPage({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const { productName } = useConfig()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Stack component="header" direction="row" spacing={1} sx={{ p: 2, alignItems: 'center' }}>
        <img src="/logo.svg" alt="" width={28} height={28} />
        <Typography component="span" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {productName}
        </Typography>
        <LanguageSwitch />
        <ThemeSwitch />
      </Stack>
      <Box
        component="main"
        sx={{ flexGrow: 1, display: 'grid', placeItems: { xs: 'start center', sm: 'center' }, p: 2 }}
      >
        <Card variant="outlined" sx={{ width: '100%', maxWidth: 420, p: { xs: 2.5, sm: 4 }, mb: { sm: 8 } }}>
          <Typography component="h1" variant="h1" sx={{ mb: hint ? 1 : 3 }}>
            {title}
          </Typography>
          {hint && (
            <Typography color="text.secondary" sx={{ mb: 3 }}>
              {hint}
            </Typography>
          )}
          {children}
        </Card>
      </Box>
    </Box>
  )
}
