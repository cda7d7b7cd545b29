/** Name in `/config.json` of saved views of lists. */
export const VIEWS_CAPABILITY = 'views'
