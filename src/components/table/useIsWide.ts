import { useMediaQuery, useTheme } from '@mui/material'

/** True where rows are a table; below 1024 px they are cards. Spec 1, section 2. */
export function useIsWide(): boolean {
  const theme = useTheme()
  return useMediaQuery(theme.breakpoints.up('md'), { noSsr: true, defaultMatches: true })
}
