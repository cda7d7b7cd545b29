/** Name in `/config.json` of a server with guest links. Rules, "Guest links". */
export const GUEST_LINKS_CAPABILITY = 'guest-links'
