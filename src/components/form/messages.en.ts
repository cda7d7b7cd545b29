/** Texts of the dialogs that create. */
const messages = {
  another: 'Create another',
  unsure:
    'The server did not respond, but may have created it anyway. What you typed is kept. Check the list before trying again.',
  conflict: {
    title: 'Someone else changed this too',
    text: 'Other values were saved while you were editing. Choose which value to keep for each field.',
    mine: 'Yours',
    theirs: 'Saved',
    theirsBy: 'Saved by %{who}',
    difference: 'Saved (-) compared with yours (+)',
    choose: 'Choose a value for each field first.',
    back: 'Back to editing',
    left: 'Your changes were not saved because someone else changed the same values. They are kept as a draft.',
    changed: '%{who} changed %{fields} in the meantime.',
    changedThis: '%{who} changed this in the meantime.',
    kept: 'This change is kept.',
    somebody: 'Someone',
    field: '“%{field}”',
  },
}
export default messages
