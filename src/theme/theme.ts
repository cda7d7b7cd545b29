import { createTheme, type PaletteOptions } from '@mui/material'

/** Widths in px at which the layout changes. Spec 1, section 9. */
export const BREAKPOINTS = { mobileMenu: 768, cards: 1024, collapsibleMenu: 1400 } as const

/** Height of the top bar in px. */
export const TOP_BAR_HEIGHT = 56

export type ThemeMode = 'light' | 'dark'

/**
 * Colours of both themes. Every text has a contrast of at least 4.5:1.
 * `public/first-paint.js` repeats the background colours, to paint them before anything has loaded.
 */
export const palettes = {
  light: {
    mode: 'light',
    primary: { main: '#2b55d9', contrastText: '#ffffff' },
    secondary: { main: '#566074', contrastText: '#ffffff' },
    error: { main: '#c02636', dark: '#b31f2f', contrastText: '#ffffff' },
    warning: { main: '#935700', dark: '#7d4a00', contrastText: '#ffffff' },
    info: { main: '#1667ad', contrastText: '#ffffff' },
    success: { main: '#1a753f', contrastText: '#ffffff' },
    background: { default: '#f6f7fb', paper: '#ffffff' },
    text: { primary: '#1a2030', secondary: '#566074', disabled: '#8a93a6' },
    divider: '#dfe3ec',
  },
  dark: {
    mode: 'dark',
    primary: { main: '#8ea8ff', dark: '#a8bcff', contrastText: '#0c1224' },
    secondary: { main: '#a6afc3', contrastText: '#10131c' },
    error: { main: '#ff8b90', dark: '#a3242f', contrastText: '#2a0509' },
    warning: { main: '#f0b35c', dark: '#7d4a00', contrastText: '#261500' },
    info: { main: '#74b9f5', contrastText: '#04182a' },
    success: { main: '#6fcf93', contrastText: '#04210f' },
    background: { default: '#10131c', paper: '#181c28' },
    text: { primary: '#e6e9f2', secondary: '#a6afc3', disabled: '#6c7589' },
    divider: '#2c3242',
  },
} as const satisfies Record<ThemeMode, PaletteOptions>

interface Density {
  /** Padding above and below the content of a table row, in px; smaller in thin mode. Spec 1, section 1. */
  rowPadding: number
}

declare module '@mui/material/styles' {
  interface Theme {
    density: Density
  }
  interface ThemeOptions {
    density: Density
  }
}

/** Colours, type, shapes and row density of the console. */
export function createConsoleTheme(mode: ThemeMode, thin: boolean) {
  const palette = palettes[mode]
  const density = { rowPadding: thin ? 4 : 12 }
  const focusRing = { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 }
  return createTheme({
    density,
    breakpoints: {
      values: {
        xs: 0,
        sm: BREAKPOINTS.mobileMenu,
        md: BREAKPOINTS.cards,
        lg: BREAKPOINTS.collapsibleMenu,
        xl: 1800,
      },
    },
    palette,
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
      fontSize: 14,
      h1: { fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.3, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      subtitle2: { fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: {
            scrollPaddingTop: TOP_BAR_HEIGHT + 16,
            scrollPaddingBottom: 'calc(var(--banner-height, 0px) + var(--actions-height, 0px) + 16px)',
          },
          body: { overflowX: 'clip' },
          'a:focus-visible, [tabindex]:focus-visible, summary:focus-visible': focusRing,
          // What is in a dialog shows where the focus is.
          '[role="dialog"]:focus-visible': { outline: 'none' },
          table: { fontVariantNumeric: 'tabular-nums' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              transitionDuration: '0.01ms !important',
              scrollBehavior: 'auto !important',
            },
          },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        // The colour `error.dark` is a ground for white text, which these buttons do not have in the dark theme.
        styleOverrides: {
          containedError: mode === 'dark' ? { '&:hover': { '--variant-containedBg': '#ffb0b3' } } : {},
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: palette.background.paper },
          notchedOutline: { borderColor: mode === 'light' ? '#8a93a6' : '#6c7589' },
        },
      },
      // In the dark theme a list over a dialog has the dialog's colour, and its shadow cannot be seen.
      MuiAutocomplete: { styleOverrides: { paper: { border: `1px solid ${palette.divider}` } } },
      MuiMenu: { styleOverrides: { paper: { border: `1px solid ${palette.divider}` } } },
      MuiTableCell: {
        styleOverrides: {
          root: { paddingBlock: density.rowPadding, borderColor: palette.divider },
          head: { fontWeight: 600, color: palette.text.secondary },
        },
      },
      // Three tabs fit on a phone.
      MuiTab: { styleOverrides: { root: { minWidth: 0, paddingInline: 12 } } },
      MuiTooltip: {
        defaultProps: { enterDelay: 300 },
        styleOverrides: { tooltip: { fontSize: '0.8125rem' } },
      },
    },
  })
}
