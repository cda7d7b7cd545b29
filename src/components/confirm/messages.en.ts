/** Texts of the identity check before critical calls; others are those of the sign-in. */
const messages = {
  text: 'You signed in a while ago. Confirm that it is still you before you continue.',
  code: 'Code',
  codeHelp: 'From your authenticator app, or one of your recovery codes',
  submit: 'Confirm',
  nothing: 'This account cannot be confirmed here. Sign in again to continue.',
  signIn: 'Sign in again',
  errors: {
    password: 'The password is wrong',
    passkey: 'This passkey belongs to another account, or it does not ask for a PIN or fingerprint',
    provider: 'This sign-in belongs to another account, or the provider did not ask who you are',
    tooMany: 'Too many attempts. Please wait a minute, then try again.',
    passwordsOff: 'Signing in with a password is switched off',
  },
}
export default messages
