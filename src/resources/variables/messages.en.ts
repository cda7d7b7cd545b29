/** Texts of the variables. The error of the name is worded as in the specification. Rules, "Variables". */
const messages = {
  entity: { many: 'variables', first: 'variable' },
  device: 'Device',
  fields: {
    name: 'Name',
    id: 'Identifier',
    value: 'Value',
    environment: 'Environment',
    comment: 'Comment',
    device_id: 'Device id',
    device_name: 'Device name',
    created_at: 'Created',
    updated_at: 'Updated',
    locked: 'Locked',
    for_connectors: 'For connectors',
    secret: 'Secret',
  },
  details: 'Variable',
  forConnectors: 'Yes: as job.variables',
  forConnectorsHint:
    'Whoever may change a connector can have it sent anywhere. In results, attempts, events and logs its value is masked.',
  isSecret: 'Yes: its value is shown to nobody',
  secretHint: {
    on: 'Once it is saved, nobody is shown the value, in no list, version or export. To replace it, type the whole value.',
    off: 'Whoever may read the variables of this space sees the value.',
  },
  valueAnew: 'The value of a secret is shown to nobody. Type one that may be shown.',
  valuesHidden: 'Only who may read values of variables can give them to connectors.',
  tooShort:
    'Connectors get values of at least %{smart_count} character. |||| Connectors get values of at least %{smart_count} characters.',
  lockedReason: 'This variable is locked. It can be neither changed nor deleted.',
  lock: { label: 'Lock', done: 'Variable locked' },
  unlock: {
    label: 'Unlock',
    title: 'Unlock the variable %{name}?',
    text: 'Everybody who may change variables of this space can then change or delete it.',
    submit: 'Unlock the variable',
    done: 'Variable unlocked',
  },
  guide: {
    title: 'What variables are for',
    devices: {
      title: 'Values of devices',
      text: 'Such as the key of each meter that a device reads. Programs fetch them from the API.',
    },
    connectors: {
      title: 'Values for connectors',
      text: 'Their functions get them as job.variables. A secret is shown to nobody.',
    },
    import: {
      title: 'Many at once',
      text: 'Import them from a CSV file. What is there already is left as it is, or updated.',
    },
  },
  create: {
    title: 'Create a variable',
    submit: 'Create variable',
    deviceHint: 'Without a device, the variable applies to the whole space.',
    done: 'Variable created',
  },
  errors: {
    name: 'Variable name is required and should consist of 3 or more characters.',
    oneLine: 'The name must be one line.',
  },
  edit: { done: 'Variable updated' },
  delete: {
    title: 'Delete the variable %{name}?',
    text: 'Whoever uses the variable can no longer read it. This cannot be undone.',
    done: 'Variable deleted',
  },
  notFound: {
    title: 'Variable not found',
    text: 'It may have been deleted, or it belongs to another space.',
    back: 'Back to variables',
  },
  bulk: {
    delete: 'Delete',
    deleteTitle: 'Delete %{smart_count} variable? |||| Delete %{smart_count} variables?',
    deleteSubmit: 'Delete %{smart_count} variable |||| Delete %{smart_count} variables',
    deleteText:
      'Whoever uses the variable can no longer read it. This cannot be undone. |||| Whoever uses the variables can no longer read them. This cannot be undone.',
    locked:
      '%{smart_count} of the selected variables is locked and stays. |||| %{smart_count} of the selected variables are locked and stay.',
    results: 'Result for each variable',
  },
  import: {
    label: 'Import CSV',
    title: 'Import variables',
    intro:
      'A row is one variable: name, value, environment, comment and device, separated by commas, semicolons or tabs. The device is a serial number, a name or an id.',
    choose: 'Choose a file',
    dropHint: 'Or drop a .csv or .txt file here.',
    drop: 'Drop the file to read it.',
    paste: 'Or paste the rows',
    read: 'Read the rows',
    refused: {
      fileType: 'Please select a valid CSV file or TXT file.',
      fileSize: 'The file is larger than %{max} MB. Split it into smaller ones.',
      fileUnread:
        'The browser could not read the file. It must be in UTF-8: spreadsheets call it “CSV UTF-8”.',
      empty: 'It contains no rows with variables.',
      tooMany: 'There are more than %{max} rows. Split them into smaller files.',
      quotes: 'Row %{row} has a quotation mark that is not closed, or that stands in the wrong place.',
    },
    columns: 'What the columns hold',
    column: 'Column %{number}',
    unused: 'Not used',
    environment: 'Default environment',
    header: 'The first row is a header',
    searching: 'Searching for the device…',
    searchingAll: 'Searching for the devices…',
    found: '%{smart_count} variable can be imported. |||| %{smart_count} variables can be imported.',
    wrong:
      '%{smart_count} row has a problem and is left out. |||| %{smart_count} rows have problems and are left out.',
    duplicate: 'the same as in row %{row}',
    device: {
      missing: 'no device has this serial number, name or id',
      several: 'several devices have this name; use a serial number',
    },
    there: {
      same: 'Exists already, the same',
      locked: 'Exists already and is locked: skipped',
      several: 'Exists several times: skipped',
      skipped: 'Exists already: skipped',
      skip: 'Exists: skip',
      update: 'Exists: update',
      choose: 'What to do with %{name}',
      found:
        '%{smart_count} row is a variable that exists with another value. |||| %{smart_count} rows are variables that exist with other values.',
      foundLocked:
        '%{smart_count} row is a variable that exists and is locked. It is skipped. |||| %{smart_count} rows are variables that exist and are locked. They are skipped.',
      skipAll: 'Skip all',
      updateAll: 'Update all',
    },
    row: 'Row',
    rows: 'Rows of the file',
    result: 'Result',
    ready: 'Ready',
    onlyProblems: 'Only rows with problems',
    other: 'Another file',
    submit: 'Import %{smart_count} variable |||| Import %{smart_count} variables',
    retry: 'Retry %{smart_count} variable |||| Retry %{smart_count} variables',
    interrupted: {
      file: 'Import of %{smart_count} variable from %{file} |||| Import of %{smart_count} variables from %{file}',
      pasted: 'Import of %{smart_count} pasted row |||| Import of %{smart_count} pasted rows',
      choose:
        'it was interrupted. Choose the same file again to go on; its values are not kept in this browser.',
      ended:
        'some rows were refused. Choose the same file again to try them once more; its values are not kept in this browser.',
      same: 'These are the rows of the earlier import. Rows that it has imported are left out.',
      other: 'These are not the rows of the earlier import. They are imported as new ones.',
    },
    save: 'Download what failed',
  },
}
export default messages
