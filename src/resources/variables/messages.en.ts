/** Texts of the variables. The error of the name is worded as in the specification. Rules, "Variables". */
const messages = {
  entity: { many: 'variables', first: 'variable' },
  device: 'Device',
  search: 'Search',
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
    'Anyone who can change a connector can send it anywhere. Its value is masked in results, attempts, events and logs.',
  isSecret: 'Yes: its value is never shown',
  secretHint: {
    on: 'Once saved, the value is never shown in any list, version or export. To replace it, enter the whole value.',
    off: 'Anyone who can read the variables of this space sees the value.',
  },
  valueAnew: 'The value of a secret is never shown. Enter one that may be shown.',
  valuesHidden: 'Only people who can read values of variables can give them to connectors.',
  tooShort:
    'Connectors get values of at least %{smart_count} character. |||| Connectors get values of at least %{smart_count} characters.',
  lockedReason: 'This variable is locked. It cannot be changed or deleted.',
  lock: { label: 'Lock', done: 'Variable locked' },
  unlock: {
    label: 'Unlock',
    title: 'Unlock the variable %{name}?',
    text: 'Anyone who can change variables of this space can then change or delete it.',
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
      text: 'Their functions get them as job.variables. A secret is never shown.',
    },
    import: {
      title: 'Many at once',
      text: 'Import them from a CSV file. Existing variables are kept, or updated.',
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
    text: 'Programs that use it can no longer read it.',
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
      'Programs that use it can no longer read it. |||| Programs that use them can no longer read them.',
    locked:
      '%{smart_count} of the selected variables is locked and stays. |||| %{smart_count} of the selected variables are locked and stay.',
    results: 'Result for each variable',
  },
  import: {
    label: 'Import CSV',
    title: 'Import variables',
    intro:
      'One variable per row: name, value, environment, comment and device, separated by commas, semicolons or tabs. The device is a serial number, a name or an id.',
    choose: 'Choose a file',
    dropHint: 'Or drop a .csv or .txt file here.',
    drop: 'Drop the file to read it.',
    paste: 'Or paste the rows',
    read: 'Read the rows',
    refused: {
      fileType: 'Please select a valid CSV file or TXT file.',
      fileSize: 'The file is larger than %{max} MB. Split it into smaller ones.',
      fileUnread:
        'Letters of this file are lost, or it is no text. Save it again as “CSV UTF-8” from the program that has the original.',
      empty: 'No rows with variables found.',
      tooMany: 'There are more than %{max} rows. Split them into smaller files.',
      quotes: 'Row %{row} has an unclosed or misplaced quotation mark.',
    },
    columns: 'What the columns contain',
    column: 'Column %{number}',
    unused: 'Not used',
    environment: 'Default environment',
    header: 'The first row is a header',
    searching: 'Searching for the device…',
    searchingAll: 'Searching for the devices…',
    found: '%{smart_count} variable can be imported. |||| %{smart_count} variables can be imported.',
    wrong:
      '%{smart_count} row has a problem and is skipped. |||| %{smart_count} rows have problems and are skipped.',
    duplicate: 'the same as in row %{row}',
    device: {
      missing: 'no device has this serial number, name or id',
      several: 'several devices have this name; use a serial number',
    },
    there: {
      same: 'Already exists, unchanged',
      locked: 'Already exists, locked: skipped',
      several: 'Exists several times: skipped',
      skipped: 'Already exists: skipped',
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
    save: 'Download failed rows',
  },
}
export default messages
