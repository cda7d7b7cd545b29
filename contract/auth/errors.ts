/** What bodies of 401 and 403 say, word for word. Facts, "Requests". */
export const AUTH_ERRORS = {
  badToken: 'forbidden: bad bearer token',
  notVerified: 'forbidden: not verified',
  identityNotFound: 'identity: not found',
} as const
