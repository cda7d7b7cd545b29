import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { Box, CssBaseline, IconButton, SvgIcon, ThemeProvider, useMediaQuery } from '@mui/material'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react'
import type { Brand } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import { usePublicTranslate } from '../i18n'
import { languages } from '../i18n/catalogs'
import { setPreferences, useLanguage, usePreferences } from '../preferences'
import { palettes, type ThemeMode } from './palette'
import { usePrinting } from './printing'
import { createConsoleTheme, TOUCH, TOUCH_SIZE } from './theme'

/** The nonce that the content security policy requires for style elements; undefined without such a policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

const cache = createCache({ key: 'css', nonce, prepend: true })

/** The current theme. `auto` follows the system; print is always light. Rules, "Preferences". */
export function useThemeMode(): ThemeMode {
  const { darkMode } = usePreferences()
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const isOnPaper = usePrinting()
  if (isOnPaper) return 'light'
  if (darkMode === 'auto') return systemIsDark ? 'dark' : 'light'
  return darkMode
}

/** Applies the theme to everything that the browser paints itself: the canvas, its controls and its bars. */
function useBrowserColors(mode: ThemeMode) {
  useLayoutEffect(() => {
    const color = palettes[mode].background.default
    document.documentElement.style.colorScheme = mode
    document.documentElement.style.backgroundColor = color
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  }, [mode])
}

const BrandContext = createContext<Brand>(BRAND)
export const useBrand = (): Brand => useContext(BrandContext)

export function ThemeRoot({ brand = BRAND, children }: { brand?: Brand; children: ReactNode }) {
  const mode = useThemeMode()
  const { thinMode } = usePreferences()
  const theme = useMemo(() => createConsoleTheme(mode, thinMode, brand), [mode, thinMode, brand])
  useBrowserColors(mode)
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <BrandContext value={brand}>{children}</BrandContext>
      </ThemeProvider>
    </CacheProvider>
  )
}

const MOON =
  'M12.3 22a10 10 0 0 1-9.7-12.5A10 10 0 0 1 10 2.2a.7.7 0 0 1 .8 1 8 8 0 0 0 10.3 10.5.7.7 0 0 1 .9.9A10 10 0 0 1 12.3 22z'
const SUN =
  'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm-1-6h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM4.2 2.8l2.9 2.9-1.4 1.4-2.9-2.9zm14.1 14.1 2.9 2.9-1.4 1.4-2.9-2.9zM19.8 2.8l1.4 1.4-2.9 2.9-1.4-1.4zM5.7 16.9l1.4 1.4-2.9 2.9-1.4-1.4z'

/** Switches between the light and the dark theme. */
export function ThemeSwitch() {
  const translate = usePublicTranslate()
  const isDark = useThemeMode() === 'dark'
  const label = translate(isDark ? 'common.theme.toLight' : 'common.theme.toDark')
  return (
    <IconButton
      aria-label={label}
      title={label}
      onClick={() => setPreferences({ darkMode: isDark ? 'light' : 'dark' })}
    >
      <SvgIcon fontSize="small">
        <path d={isDark ? SUN : MOON} />
      </SvgIcon>
    </IconButton>
  )
}

/** Selects the language; each is listed by its own name. An invisible native select covers a short label. */
export function LanguageSwitch() {
  const translate = usePublicTranslate()
  const current = useLanguage()
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        flexShrink: 0,
        height: 36,
        pl: { xs: 0.5, sm: 1 },
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main' },
        [TOUCH]: { minWidth: TOUCH_SIZE, height: TOUCH_SIZE },
      }}
    >
      <Box component="span" aria-hidden sx={{ typography: 'button', textTransform: 'uppercase' }}>
        {current}
      </Box>
      <SvgIcon fontSize="small" sx={{ ml: { xs: -0.75, sm: 0 } }}>
        <path d="m7 10 5 5 5-5z" />
      </SvgIcon>
      <Box
        component="select"
        aria-label={translate('common.language')}
        value={current}
        onChange={({ target }) => {
          const chosen = languages.find(({ locale }) => locale === target.value)
          if (chosen) setPreferences({ preferredLanguage: chosen.locale })
        }}
        sx={{
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          opacity: 0,
          cursor: 'pointer',
          font: 'inherit',
        }}
      >
        {languages.map(({ locale, name }) => (
          <option key={locale} lang={locale} value={locale}>
            {name}
          </option>
        ))}
      </Box>
    </Box>
  )
}
