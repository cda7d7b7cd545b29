/** Header of the answer `secondFactor` with the second factors of the account: `app`, `passkey`, or both. */
export const SECOND_FACTORS_HEADER = 'X-Second-Factors'

/** Exact bodies of the answers 401 and 403. Rules, "Requests". */
export const AUTH_ERRORS = {
  badToken: 'forbidden: bad bearer token',
  badKey: 'forbidden: bad API key',
  /** The key is right, but only people can make the call. */
  notForKeys: 'forbidden: keys cannot make this call',
  /** The token is right, but the call takes its space from a key. */
  onlyForKeys: 'forbidden: only keys make this call, people name the space',
  notVerified: 'forbidden: not verified',
  identityNotFound: 'identity: not found',
  /** The password is right; the account also needs a second factor. */
  secondFactor: 'forbidden: second factor needed',
  /** This server requires a second factor, and the account has none yet. */
  noSecondFactor: 'forbidden: set up a second factor first',
  /** The last sign-in is too long ago for this call. */
  notRecent: 'forbidden: sign in again',
  passwordLoginOff: 'forbidden: signing in with a password is switched off',
  signUpOff: 'forbidden: accounts are made by invitation only',
} as const
