/** Defaults of the fields that `/config.json` leaves out. */
export const CONFIG_DEFAULTS = {
  apiBase: null,
  productName: 'Spaceport',
  productPrefix: 'spaceport',
  accent: null,
  logo: '/logo.svg',
  links: { documentation: null, website: null, legacy: null, naming: null },
  signUp: true,
  passwordLogin: true,
  passwords: { minLength: 5, refusesCommon: false },
  sendsMail: true,
  needsAdmin: false,
  providers: 0,
  capabilities: [],
}

/** The product's colour and the colour of texts on it, in the console and in e-mails, for both themes. */
export const BRAND = {
  light: { main: '#2b55d9', contrastText: '#ffffff' },
  dark: { main: '#8ea8ff', dark: '#a8bcff', contrastText: '#0c1224' },
} as const
