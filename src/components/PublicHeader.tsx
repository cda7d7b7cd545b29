import { Stack, Typography } from '@mui/material'
import { useConfig } from '../config'
import { LanguageSwitch, ThemeSwitch } from '../theme'

/** Head of the pages that need no sign-in: the product's name, language and theme. */
export function PublicHeader() {
  const { productName, logo } = useConfig()
  return (
    <Stack component="header" direction="row" spacing={1} sx={{ p: 2, alignItems: 'center' }}>
      <img src={logo} alt="" width={28} height={28} />
      <Typography component="span" sx={{ fontWeight: 600, flexGrow: 1 }}>
        {productName}
      </Typography>
      <LanguageSwitch />
      <ThemeSwitch />
    </Stack>
  )
}
