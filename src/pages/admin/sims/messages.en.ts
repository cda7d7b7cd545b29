/** Texts of the page of SIM cards. Spec 2, section 8. */
const messages = {
  input: {
    title: 'SIM cards to look up',
    label: 'IMSI or ICCID, one per line',
    hint: 'You can paste rows of a spreadsheet, or drop a .csv or .txt file here.',
    drop: 'Drop the file to add its SIM cards',
    choose: 'Add a file',
    clear: 'Clear',
    lookUp: 'Look up %{smart_count} SIM card |||| Look up %{smart_count} SIM cards',
    lookUpNone: 'Look up',
    values: '%{smart_count} value |||| %{smart_count} values',
    repeated:
      '%{smart_count} value was there twice and counts once |||| %{smart_count} values were there before and count once',
    invalid:
      '%{smart_count} is no IMSI (15 digits) or ICCID (19–20 digits) |||| %{smart_count} are no IMSI (15 digits) or ICCID (19–20 digits)',
    ignoredCells: '%{smart_count} other cell ignored |||| %{smart_count} other cells ignored',
    ignoredRows:
      '%{smart_count} row without an IMSI or ICCID ignored: |||| %{smart_count} rows without an IMSI or ICCID ignored:',
    ignoredRow: 'row %{row} “%{text}”',
    more: 'and %{smart_count} more |||| and %{smart_count} more',
    added: 'From %{name}: %{smart_count} value added |||| From %{name}: %{smart_count} values added',
    refused: {
      fileType: '%{name}: Please select a .csv or .txt file.',
      fileSize: '%{name} is larger than %{max} MB.',
      fileUnread: '%{name} could not be read.',
      nothing: '%{name} holds no IMSI or ICCID.',
    },
    tooMany: 'At most %{max} SIM cards can be looked up at once. Please remove some.',
  },
  errors: {
    format: 'Invalid IMSI/ICCID format',
    notFetched: 'Failed to fetch data',
    of: '%{error} for %{id}',
  },
  rows: {
    title: 'SIM cards',
    id: 'ID',
    numbers: 'IMSI / ICCID',
    state: 'State',
    profile: 'Profile',
    attr1: 'Attribute 1',
    attr2: 'Attribute 2',
    apn: 'APN',
    result: 'Result',
    info: 'Info',
    noInfo: 'The provider tells nothing else about this SIM card.',
    notFound: 'Nothing is known about this SIM card.',
    waiting: 'Loading…',
    stopped: 'Not looked up',
  },
  status: { updating: 'Updating…', success: 'Success', error: 'Error' },
  lookup: {
    title: 'Found SIM cards',
    label: 'Looking up SIM cards',
    progress: '%{done} of %{total} looked up',
    found: '%{smart_count} found |||| %{smart_count} found',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    left: '%{smart_count} not looked up |||| %{smart_count} not looked up',
    retry:
      'Look up the failed one again |||| Look up the %{smart_count} failed ones again',
    goOn: 'Look up the other one |||| Look up the other %{smart_count}',
  },
  change: {
    title: 'Change the selected SIM cards',
    keep: 'Keep current',
    setTo: 'Set to…',
    newValue: '%{label}: new value',
    empty: 'Empty',
    profiles: { cloudV2: 'Cloud V2', cloudV1: 'Cloud V1', other: 'Other' },
    selectFirst: 'Select SIM cards in the table below.',
    chooseFirst: 'Choose what to change.',
    preview: 'Preview the changes',
    previewTitle: 'What would change',
    what: 'Changes',
    nothing: '(nothing)',
    changing:
      '%{smart_count} SIM card will change. |||| %{smart_count} SIM cards will change.',
    same: '%{smart_count} SIM card already has these values and stays as it is. |||| %{smart_count} SIM cards already have these values and stay as they are.',
    again:
      '%{smart_count} row is a SIM card that is selected twice, and counts once. |||| %{smart_count} rows are SIM cards that are selected twice, and count once.',
    missing:
      '%{smart_count} selected row was not found and is left out. |||| %{smart_count} selected rows were not found and are left out.',
    apply: 'Change %{smart_count} SIM card |||| Change %{smart_count} SIM cards',
  },
  run: {
    running: 'Changing SIM cards',
    result: 'Result of the change',
    failures: 'SIM cards that were not changed',
    retry: 'Retry %{smart_count} SIM card |||| Retry %{smart_count} SIM cards',
    dismiss: 'Dismiss',
    interrupted:
      'A change of %{smart_count} SIM card was not completed |||| A change of %{smart_count} SIM cards was not completed',
  },
}
export default messages
