/** Texts of the identity check before critical calls; others are those of the sign-in. */
const messages = {
  text: "You signed in a while ago. Confirm that it's you to continue.",
  code: 'Code',
  codeHelp: 'From your authenticator app, or one of your recovery codes',
  submit: 'Confirm',
  nothing: 'Your identity cannot be confirmed here. Sign in again to continue.',
  signIn: 'Sign in again',
  errors: {
    password: 'The password is wrong',
    passkey: 'This passkey belongs to another account, or it does not ask for a PIN or fingerprint',
    provider: 'This sign-in belongs to another account, or the provider did not ask who you are',
    tooMany: 'Too many attempts. Please try again in a minute.',
    passwordsOff: 'Password sign-in is turned off',
  },
}
export default messages
