/** Texts of the error page. They need no catalog, because the catalog may be what failed to load. */
const messages = {
  title: 'Something went wrong',
  text: 'Sorry, an unexpected error has occurred on frontend.',
  details: 'Error details',
  reload: 'Reload',
  toSpaces: 'Go to spaces',
  notLoaded: {
    title: 'This part of the console did not load',
    text: 'The console may have been updated, or the connection was lost. Reload the page to get the current version.',
  },
}
export default messages
