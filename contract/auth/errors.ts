/** Exact bodies of the answers 401 and 403. Facts, "Requests". */
export const AUTH_ERRORS = {
  badToken: 'forbidden: bad bearer token',
  badKey: 'forbidden: bad API key',
  notVerified: 'forbidden: not verified',
  identityNotFound: 'identity: not found',
} as const
