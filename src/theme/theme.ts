import { createTheme } from '@mui/material'
import type { Brand } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import { checkboxes } from './checkboxes'
import { type OwnPalette, palettes, type ThemeMode } from './palette'

/** Widths in px at which the layout changes. Rules, "Layout". */
export const BREAKPOINTS = { phone: 600, mobileMenu: 768, cards: 1024, collapsibleMenu: 1400 } as const

/** Height of the top bar in px. */
export const TOP_BAR_HEIGHT = 56

/** Matches phones. */
export const PHONE_QUERY = `(max-width:${BREAKPOINTS.phone - 0.05}px)`

/** Minimum width and height of touch targets, in px. */
export const TOUCH_SIZE = 40

/** Height of the label line above an input, in px. */
export const LABEL_HEIGHT = 26

/** Height of a single-line input, in px. */
const INPUT_HEIGHT = 40

interface Density {
  /** Height of the content of a row in px: text with small buttons. */
  lineHeight: number
  /** Padding above and below the content of a table row, in px; smaller in thin mode. Rules, "Preferences". */
  rowPadding: number
  /** Padding around the icons of buttons in rows, in px. */
  iconPadding: number
}

declare module '@mui/material/styles' {
  interface Theme {
    density: Density
  }
  interface ThemeOptions {
    density: Density
  }
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends OwnPalette {}
  interface TypeBackground {
    /** Background of popovers, menus and tooltips, which lie over the page. */
    raised: string
    tooltip: string
  }
  interface TypeText {
    tooltip: string
    /** Comments in code. */
    code: string
  }
}

/** Touch screens and phones, where targets are 40 px. */
export const TOUCH = `@media ${PHONE_QUERY}, (any-pointer: coarse)`

/** Devices whose every pointer can hover; not a laptop with a touch screen. */
export const HOVER_ONLY = '@media (hover: hover) and (not (any-pointer: coarse))'

/** Durations of transitions in ms: short where a person waits, longer for large areas. */
const MOTION = {
  shortest: 120,
  shorter: 120,
  short: 150,
  standard: 150,
  complex: 180,
  enteringScreen: 180,
  leavingScreen: 120,
} as const

/** Invisible touch area around a small control; it does not affect the layout. */
export const touchSpace = {
  [TOUCH]: {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: `min(0px, calc((100% - ${TOUCH_SIZE}px) / 2))`,
    },
  },
} as const

/**
 * The console's colours, typography, shapes and row density.
 * @param brand the product's own colours
 */
export function createConsoleTheme(mode: ThemeMode, thin: boolean, brand: Brand = BRAND) {
  const palette = { ...palettes[mode], primary: brand[mode] }
  const density = thin
    ? { lineHeight: 24, rowPadding: 1, iconPadding: 2 }
    : { lineHeight: 28, rowPadding: 4, iconPadding: 4 }
  const raised = {
    backgroundColor: palette.background.raised,
    border: `1px solid ${palette.edge}`,
    boxShadow: `0 8px 28px rgb(0 0 0 / ${mode === 'light' ? 0.18 : 0.6})`,
  }
  // One line of text, in any font size, is as high as an input.
  const line = { paddingBlock: `calc(${INPUT_HEIGHT / 2}px - 0.71875em)` }
  const field = {
    root: {
      backgroundColor: palette.background.paper,
      minHeight: INPUT_HEIGHT,
      fontSize: '0.875rem',
      // Phones zoom in on inputs with smaller text.
      [TOUCH]: { fontSize: '1rem' },
    },
    notchedOutline: {
      top: 0,
      borderColor: mode === 'light' ? '#8a93a6' : '#6c7589',
      legend: { display: 'none' },
    },
  }
  const small = { defaultProps: { size: 'small' } } as const
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
    transitions: { duration: MOTION },
    typography: {
      fontFamily:
        '"Inter Variable", "Inter fallback", "Inter fallback of Android", "Inter fallback of Linux", sans-serif',
      fontSize: 14,
      h1: {
        fontSize: '1.5rem',
        fontWeight: 600,
        lineHeight: 1.3,
        letterSpacing: '-0.01em',
        // A title and a button share one line on a phone.
        [`@media ${PHONE_QUERY}`]: { fontSize: '1.25rem' },
      },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      subtitle2: { fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600, lineHeight: '24px' },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: {
            scrollPaddingTop: TOP_BAR_HEIGHT + 16,
            scrollPaddingBottom: 'calc(var(--banner-height, 0px) + var(--actions-height, 0px) + 16px)',
          },
          body: { overflowX: 'clip' },
          // An invalid field scrolls into view with its label and some space.
          '.MuiFormControl-root, [data-field], [data-failure]': { scrollMarginBlock: 16 },
          'a:focus-visible, [tabindex]:focus-visible, summary:focus-visible': focusRing,
          // The content of the dialog shows the focus.
          '[role="dialog"]:focus-visible': { outline: 'none' },
          '@keyframes more': {
            '0%': { borderBlockColor: `transparent ${palette.divider}` },
            '2%, 98%': { borderBlockColor: palette.divider },
            '100%': { borderBlockColor: `${palette.divider} transparent` },
          },
          ...checkboxes(palette.primary, palette.control),
          '::placeholder': { color: palette.text.secondary, opacity: 1 },
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
        // `error.dark` is a background for white text, but in the dark theme these buttons have dark text.
        styleOverrides: {
          root: { [TOUCH]: { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE } },
          containedError: mode === 'dark' ? { '&:hover': { '--variant-containedBg': '#ffb0b3' } } : {},
        },
      },
      MuiLink: { styleOverrides: { root: { [TOUCH]: { position: 'relative', ...touchSpace[TOUCH] } } } },
      // Adjacent buttons have their full width, so that their touch areas do not overlap.
      MuiIconButton: {
        styleOverrides: { root: { [TOUCH]: { minWidth: TOUCH_SIZE, ...touchSpace[TOUCH] } } },
      },

      // Calendars are papers of this elevation.
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, elevation8: raised } },
      // They are opaque, even while they open.
      MuiPopover: { defaultProps: { transitionDuration: 0 }, styleOverrides: { paper: raised } },
      MuiInputBase: {
        styleOverrides: { input: { '&::placeholder': { color: palette.text.secondary, opacity: 1 } } },
      },
      // A label stays above its input.
      MuiFormLabel: {
        styleOverrides: {
          root: {
            marginBottom: 6,
            fontSize: '0.875rem',
            fontWeight: 500,
            '&:not(.Mui-error, .Mui-disabled)': { color: palette.text.primary },
          },
        },
      },
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          root: { position: 'static', transform: 'none', maxWidth: 'none', whiteSpace: 'normal' },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: '0.8125rem' } } },
      MuiFormControlLabel: {
        styleOverrides: { root: { [TOUCH]: { minHeight: TOUCH_SIZE } }, label: { fontSize: '0.875rem' } },
      },
      MuiTextField: small,
      // The form sets the space between fields.
      MuiFormControl: { ...small, styleOverrides: { marginDense: { marginBlock: 0 } } },
      MuiOutlinedInput: {
        styleOverrides: {
          ...field,
          // Autofilled inputs keep the browser's own colours, in both themes.
          input: { ...line, '&:-webkit-autofill': { WebkitBoxShadow: 'none', WebkitTextFillColor: 'unset' } },
          multiline: line,
          inputMultiline: { paddingBlock: 0 },
        },
      },
      MuiPickersTextField: small,
      MuiPickersOutlinedInput: { styleOverrides: { ...field, sectionsContainer: line } },
      MuiAutocomplete: { ...small, styleOverrides: { paper: raised } },
      MuiDialog: {
        styleOverrides: {
          // Applies to any wrapper of the body, such as a form, so that only the body scrolls.
          paper: { '& :has(.MuiDialogContent-root)': { display: 'contents' } },
          paperWidthSm: { maxWidth: 640 },
          paperWidthMd: { maxWidth: 880 },
          paperFullScreen: {
            maxWidth: 'none',
            '.MuiDialogActions-root': { paddingBottom: 'calc(12px + env(safe-area-inset-bottom))' },
          },
        },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { padding: '16px 24px 12px', fontSize: '1.125rem', fontWeight: 600 } },
      },
      MuiDialogContent: {
        styleOverrides: {
          root: {
            padding: '12px 24px 20px',
            '.MuiDialogTitle-root + &': { paddingTop: 12 },
            // A line marks hidden content above or below. Browsers without scroll timelines always show it.
            borderBlock: `1px solid ${palette.divider}`,
            '@supports (animation-timeline: scroll())': {
              borderColor: 'transparent',
              animation: 'more linear',
              animationTimeline: 'scroll(self)',
            },
          },
        },
      },
      MuiDialogActions: {
        defaultProps: { disableSpacing: true },
        styleOverrides: { root: { flexWrap: 'wrap', gap: 8, padding: '12px 24px' } },
      },
      // The action wraps below the text if there is no room beside it; the icon stays beside the text.
      MuiAlert: {
        styleOverrides: {
          root: { flexWrap: 'wrap' },
          message: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
        },
      },
      MuiMenu: { defaultProps: { transitionDuration: 0 }, styleOverrides: { paper: raised } },
      MuiTableCell: {
        styleOverrides: {
          root: { paddingBlock: density.rowPadding, borderColor: palette.divider },
          head: { fontWeight: 600, color: palette.text.secondary },
          alignRight: { fontVariantNumeric: 'tabular-nums' },
        },
      },
      // Three tabs fit on a phone.
      MuiTab: { styleOverrides: { root: { minWidth: 0, paddingInline: 12 } } },
      MuiTooltip: {
        defaultProps: { enterDelay: 300 },
        styleOverrides: {
          tooltip: {
            fontSize: '0.8125rem',
            color: palette.text.tooltip,
            backgroundColor: palette.background.tooltip,
            border: `1px solid ${palette.edge}`,
          },
          arrow: { color: palette.background.tooltip },
        },
      },
    },
  })
}
