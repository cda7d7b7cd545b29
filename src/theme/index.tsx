import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, ThemeProvider, useMediaQuery } from '@mui/material'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { usePreferences } from '../preferences'
import { palettes, type ThemeMode } from './palette'
import { createConsoleTheme } from './theme'

/** The nonce that the content security policy asks of style elements; undefined without such a policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

const cache = createCache({ key: 'css', nonce, prepend: true })

/** The theme that is shown: auto follows the system. Spec 1, section 4. */
export function useThemeMode(): ThemeMode {
  const { darkMode } = usePreferences()
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  if (darkMode === 'auto') return systemIsDark ? 'dark' : 'light'
  return darkMode
}

/** Keeps what the browser itself paints in the theme: the canvas, its own controls and its own bars. */
function useBrowserColors(mode: ThemeMode) {
  useLayoutEffect(() => {
    const color = palettes[mode].background.default
    document.documentElement.style.colorScheme = mode
    document.documentElement.style.backgroundColor = color
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  }, [mode])
}

/** Theme and base styles of everything below. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const { thinMode } = usePreferences()
  const theme = useMemo(() => createConsoleTheme(mode, thinMode), [mode, thinMode])
  useBrowserColors(mode)
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
