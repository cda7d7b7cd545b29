import { createTheme } from '@mui/material'
import { palettes, type ThemeMode } from './palette'

/** Widths in px at which the layout changes. Spec 1, section 9. */
export const BREAKPOINTS = { mobileMenu: 768, cards: 1024, collapsibleMenu: 1400 } as const

/** Height of the top bar in px. */
export const TOP_BAR_HEIGHT = 56

interface Density {
  /** Space above and below the content of a table row, in px. Thin mode makes it small. Spec 1, section 1. */
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
          html: { scrollPaddingTop: TOP_BAR_HEIGHT + 16 },
          body: { overflowX: 'clip' },
          'a:focus-visible, [tabindex]:focus-visible, summary:focus-visible': focusRing,
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
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: palette.background.paper },
          notchedOutline: { borderColor: mode === 'light' ? '#8a93a6' : '#6c7589' },
        },
      },
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
