const messages = {
  invitation: {
    title: 'Invitation',
    text: {
      user: 'You were invited to the space %{space} as a user: you will be able to read it.',
      admin:
        'You were invited to the space %{space} as an admin: you will be able to change everything in it.',
    },
    sender: '%{sender} invites you.',
    known: 'You have an account with this e-mail address. Sign in to accept the invitation.',
    new: 'Choose a password to join.',
    either: 'If you have no account with this e-mail address yet, choose a password.',
    refuse: 'Refuse',
    refuseText:
      'The sender is not notified. If you refuse all invitations from this person, you get no more e-mails about them.',
    refuseTextOfKey: 'The sender is not notified.',
    refuseAll: 'Refuse all from %{sender}',
    refused: 'You have refused the invitation.',
    refusedAll:
      'You refuse all invitations from %{sender}. With an account you can change that in your profile.',
    back: 'Back',
  },
  callback: {
    working: 'Signing in…',
    failed: 'Authentication Failed',
    succeeded: 'Authentication Successful',
    toSpaces: 'Browse spaces',
    popup: 'You are back',
    popupHint: 'This window closes automatically. If it does not, close it and try again.',
    notConnected: 'this account is not properly connected to the %{product} cloud',
    failure: 'Authentication failed: %{message}',
  },
  storage:
    'This browser blocks site data: you stay signed in only until this page is reloaded, and identity providers cannot sign you in. Allow cookies and site data for %{host} in the browser settings.',
  other: {
    text: 'You are signed in as %{email}; this link is for %{owner}.',
    leave: 'Sign out and continue',
    stay: 'Stay signed in',
  },
  otherPerson: {
    title: 'Another account is signed in',
    named:
      'In another tab of this browser, %{email} has signed in. This tab belongs to %{owner}, and what was typed here is kept for that account.',
    text: 'In another tab of this browser, another account has signed in. What was typed here is kept for the previous account.',
    goOn: 'Continue with this account',
    goOnAs: 'Continue as %{email}',
    signInAgain: 'Sign out, and sign in with the previous account',
  },
  noAdmin: {
    title: 'Set up %{product}',
    text: 'This server has no administrator yet. On start, it printed a link that creates the first one.',
    where:
      'Look for “Create the first system admin” in the terminal where you ran “npm start”, or in the log of the server, and open the link there. It works for a day; the next start prints a new one.',
    signIn: 'Sign in with an account',
  },
  setup: {
    title: 'Create the first administrator',
    hint: 'This server has no system administrator yet. The link works once, for one day, and only until the server restarts.',
    submit: 'Create administrator',
    noToken: 'The link is incomplete. Open it exactly as the server printed it.',
    deadLink:
      'This link no longer works: it was already used, is older than a day, or the server has restarted since. Until there is an administrator, the server prints a new link on each start.',
    failed: 'The administrator was not created',
    done: 'The administrator was created',
  },
  verification: {
    title: 'E-mail verification',
    submit: 'Verify this address',
    success: 'Your e-mail address is verified. You can sign in now.',
    error: 'The verification failed. The link may be incomplete or already used.',
    again: 'Sign in: if the address is not verified yet, you get a new e-mail.',
  },
  recovery: {
    title: 'Recover administrator access',
    failed: 'The sign-in failed. Print a new link on the command line of the server.',
  },
  reset: {
    title: 'Set a new password',
    submit: 'Set password',
    done: 'Password was successfully reset. Please login.',
    failed: 'Password reset failed. Please try again with new request.',
    deadLink: 'This link no longer works: it has expired, was already used, or is incomplete.',
    again: 'Request a new link',
    invalidLink: 'Invalid reset password link. Please try again.',
  },
  forgotten: {
    title: 'Forgot password',
    hint: 'We will send you an e-mail with a link to set a new password.',
    submit: 'Send e-mail',
    ask: 'Request the link',
    sent: 'If %{email} has an account, an e-mail with a link arrives within minutes. Check your spam folder too.',
    done: 'Password reset e-mail has been sent. Please check your inbox.',
    asked: 'The link was requested.',
  },
  noMail:
    'This server has no mail server. Its e-mails are in its “outbox” folder: ask its administrator for the link.',
  signUp: {
    title: 'Create an account',
    done: 'Your account has been created. Please login.',
    verify: 'First open the link in the e-mail that we just sent you.',
    mayVerify: 'If an e-mail with a link has just arrived, open that link first.',
    byInvitation: 'Accounts are created by invitation only. Ask someone with an account to invite you.',
    deadLink:
      'This link no longer works. Ask the person who invited you for a new one. If you already have an account, sign in.',
  },
}
export default messages
