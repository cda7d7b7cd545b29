/** Defaults of the fields that `/config.json` leaves out. */
export const CONFIG_DEFAULTS = {
  apiBase: null,
  productName: 'Spaceport',
  productPrefix: 'spaceport',
  links: { documentation: null, website: null, legacy: null, naming: null },
  signUp: true,
  passwordLogin: true,
  needsAdmin: false,
  capabilities: [],
}
