import type { PaletteOptions } from '@mui/material'
import { BRAND } from '#contract/config/defaults'

export type ThemeMode = 'light' | 'dark'

/**
 * Colours of both themes. Every text has a contrast of at least 4.5:1.
 * `public/first-paint.js` repeats the background colours, which it paints before anything has loaded.
 */
export const palettes = {
  light: {
    mode: 'light',
    primary: BRAND.light,
    secondary: { main: '#566074', contrastText: '#ffffff' },
    error: { main: '#c02636', dark: '#b31f2f', contrastText: '#ffffff' },
    warning: { main: '#935700', dark: '#7d4a00', contrastText: '#ffffff' },
    info: { main: '#1667ad', contrastText: '#ffffff' },
    success: { main: '#1a753f', contrastText: '#ffffff' },
    background: { default: '#f6f7fb', paper: '#ffffff', raised: '#ffffff', tooltip: '#1f2637' },
    text: {
      primary: '#1a2030',
      secondary: '#566074',
      disabled: '#8a93a6',
      tooltip: '#ffffff',
      code: '#1d6b34',
    },
    divider: '#dfe3ec',
    edge: '#bfc6d6',
    control: '#6f7a90',
  },
  dark: {
    mode: 'dark',
    primary: BRAND.dark,
    secondary: { main: '#a6afc3', contrastText: '#10131c' },
    error: { main: '#ff8b90', dark: '#a3242f', contrastText: '#2a0509' },
    warning: { main: '#f0b35c', dark: '#7d4a00', contrastText: '#261500' },
    info: { main: '#74b9f5', contrastText: '#04182a' },
    success: { main: '#6fcf93', contrastText: '#04210f' },
    background: { default: '#10131c', paper: '#181c28', raised: '#222838', tooltip: '#333b52' },
    text: {
      primary: '#e6e9f2',
      secondary: '#a6afc3',
      disabled: '#6c7589',
      tooltip: '#f2f4fa',
      code: '#7fae6f',
    },
    divider: '#2c3242',
    edge: '#4b5570',
    control: '#8a93a6',
  },
} as const satisfies Record<ThemeMode, PaletteOptions>

export interface OwnPalette {
  /** Border of popovers, menus and tooltips, which lie over the page. */
  edge: string
  /** Border of an enabled control. */
  control: string
}
