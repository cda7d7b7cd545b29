/** Texts of the question who somebody is, which comes before critical calls; others are those of the sign-in. */
const messages = {
  text: 'You signed in a while ago. This step needs to know that it is still you.',
  code: 'Code',
  codeHelp: 'From your authenticator app, or one of your recovery codes',
  submit: 'Confirm',
  nothing: 'There is no way to confirm this account here. Sign in again to go on.',
  signIn: 'Sign in again',
  errors: {
    password: 'The password is wrong',
    passkey: 'This passkey is of another account, or it asks for no PIN or fingerprint',
    provider: 'This sign-in is of another account, or the provider did not ask who you are',
    tooMany: 'Too many attempts. Please wait a minute, then try again.',
    passwordsOff: 'Signing in with a password is switched off',
  },
}
export default messages
