import type { PaletteOptions } from '@mui/material'

export type ThemeMode = 'light' | 'dark'

/**
 * Colours of both themes; every text reaches 4.5:1 on what it stands on.
 * `public/first-paint.js` paints the background before anything is loaded, in the same colours.
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
    primary: { main: '#8ea8ff', contrastText: '#0c1224' },
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
