/** Texts of 409 answers about sign-in methods, which the console translates. */
export const ACCOUNT_ERRORS = {
  wrongCode: 'the code is wrong; check that the clock of the device with the app is right',
  notBegun: 'no authenticator app is being set up, begin again',
  lastFactor: 'it is the last second factor, and this server requires one',
  lastWayIn: 'this is your last way to sign in: add another one before you remove it',
  identityTaken: 'this identity is linked to an account already',
} as const
