/** Calls of the console when the pages of a space are opened one after the other, as paths inside the space. */
export const CONSOLE_CALLS = [
  '/devices?limit=50',
  '/devices?limit=50&sort_by=last_seen',
  '/devices?limit=50&sort_by=state',
  '/devices/count',
  '/messages?limit=100',
  '/messages?limit=1000',
  '/messages/count',
  '/tags?limit=1000',
  '/keys?limit=1000',
  '/keys/usage',
  '/connectors?limit=1000',
  '/users?limit=1000',
  '/audit?limit=50',
]
