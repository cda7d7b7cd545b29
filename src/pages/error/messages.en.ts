/** Texts of the error pages. They are there without a catalog, because its loading may be what failed. */
const messages = {
  title: 'Something went wrong',
  text: 'Sorry, an unexpected error has occurred on frontend.',
  details: 'Error details',
  reload: 'Reload',
  toSpaces: 'Go to spaces',
  notLoaded: {
    title: 'This part of the console did not load',
    text: 'The console may have been updated, or the connection was lost. Reloading the page gets the current version.',
  },
}
export default messages
