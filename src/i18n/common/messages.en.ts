/** Texts that every part may use, before the sign-in too. */
const messages = {
  close: 'Close',
  frontendError: 'Sorry, an unexpected error has occurred on frontend.',
  apiError: 'Request failed',
  noAnswer: 'The server is not responding. Please try again in a moment.',
  tooMuch: 'Too many requests at once. Please try again in a moment.',
  unreadable: 'The server sent a response that the console cannot read.',
  serverDown: 'The server is not responding. The data shown may be out of date. Trying again…',
  notLoaded: 'This part of the console did not load',
  notLoadedHint: 'The console may have been updated. Reload the page to get the current version.',
  tryNow: 'Try now',
  loading: 'Loading…',
  notPermitted: 'Your role does not allow this.',
  copied: 'Text copied',
  copy: 'Copy %{what}',
  theme: {
    auto: 'Auto',
    light: 'Light',
    dark: 'Dark',
    toDark: 'Switch to the dark theme',
    toLight: 'Switch to the light theme',
  },
  language: 'Language',
  notConfirmed: 'Not done: you did not confirm your identity',
}
export default messages
