/** What the console assumes when `/config.json` is missing or silent. */
export const CONFIG_DEFAULTS = {
  apiBase: null,
  productName: 'Spaceport',
  productPrefix: 'spaceport',
  links: { documentation: null, website: null, legacy: null, naming: null },
  capabilities: [],
}
