/** Texts of the transfer of SIM cards. Rules, "SIM cards". */
const messages = {
  title: 'Transfer device SIM',
  intro: 'Brings SIM cards into this installation, wherever they are now.',
  label: 'IMSI or ICCID, one per line',
  hint: 'An IMSI has 14 or 15 digits, an ICCID 19 or 20.',
  ids: '%{smart_count} SIM card. |||| %{smart_count} SIM cards.',
  repeated: '%{smart_count} duplicate line is ignored. |||| %{smart_count} duplicate lines are ignored.',
  wrong: 'Invalid IMSI or ICCID on line %{line}',
  otherLines: 'and on %{smart_count} more line |||| and on %{smart_count} more lines',
  tooMany: 'At most %{max} SIM cards can be transferred at once. Please remove some.',
  submit: 'Transfer %{smart_count} SIM card |||| Transfer %{smart_count} SIM cards',
  submitNone: 'Transfer',
  retry: 'Retry %{smart_count} SIM card |||| Retry %{smart_count} SIM cards',
  failed: 'Error transferring SIM %{id}',
  failures: 'SIM cards that were not transferred',
  others:
    'and %{smart_count} more; the results file lists them all |||| and %{smart_count} more; the results file lists them all',
}
export default messages
