/** Texts of the question who somebody is, which comes before critical calls. */
const messages = {
  title: 'Confirm that it is you',
  text: 'You signed in a while ago. This step needs to know that it is still you.',
  password: 'Password',
  code: 'Code',
  codeHelp: 'From your authenticator app, or one of your recovery codes',
  submit: 'Confirm',
  passkey: 'Use a passkey',
  provider: 'Continue with %{name}',
  or: 'or',
  nothing: 'There is no way to confirm this account here. Sign in again to go on.',
  signIn: 'Sign in again',
  notDone: 'Not done: you did not confirm who you are',
  errors: {
    required: 'Required',
    password: 'The password is wrong',
    code: 'The code is wrong or was used already',
    passkey: 'This passkey does not do: it is of another account, or it asks for no PIN or fingerprint',
    provider: 'This sign-in does not do: it is of another account, or you were not asked who you are',
    tooMany: 'Too many attempts. Please wait a minute, then try again.',
    passwordsOff: 'Signing in with a password is switched off',
  },
}
export default messages
