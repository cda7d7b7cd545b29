import { Box, IconButton, SvgIcon } from '@mui/material'
import { languages, usePublicTranslate } from '../i18n'
import { setPreferences, useLanguage } from '../preferences'
import { useThemeMode } from '.'

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

/** Chooses the language; each is named in itself. The browser's own select, under a label that takes little room. */
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
        pl: 1,
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Box component="span" aria-hidden sx={{ typography: 'button', textTransform: 'uppercase' }}>
        {current}
      </Box>
      <SvgIcon fontSize="small">
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
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer', font: 'inherit' }}
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
