/** Texts of the dialogs that create. */
const messages = {
  unsure:
    'The server did not answer, but may have created it anyway. What you typed is kept. Check the list before you try again.',
  conflict: {
    title: 'Somebody else has changed this too',
    text: 'While you were editing, other values were saved. Choose for each field which value stays.',
    mine: 'Yours',
    theirs: 'Saved meanwhile',
    theirsBy: 'Saved meanwhile by %{who}',
    difference: 'What was saved meanwhile (-), compared with yours (+)',
    choose: 'Choose a value for each field first.',
    back: 'Back to editing',
    left: 'Your changes were not saved, because somebody else has changed the same values. They are kept as a draft.',
    changed: '%{who} changed %{fields} meanwhile.',
    changedThis: '%{who} changed this meanwhile.',
    kept: 'This is kept.',
    somebody: 'Somebody',
    field: '“%{field}”',
  },
}
export default messages
