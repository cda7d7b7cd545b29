/** Texts of the replacement of a device's hardware. */
const messages = {
  title: 'Replace the hardware of %{name}',
  submit: 'Replace hardware',
  intro: 'Scan the QR code of the new hardware, or type its serial number and claim token.',
  stays:
    'The device stays as it is: name, tags, labels, comment, variables, messages, and the downlinks that are pending, which the new hardware will take.',
  ends: 'The hardware with serial number %{serialNumber} is refused from then on. Firmware jobs that it has begun are cancelled.',
  taken: 'This serial number belongs to a device that was claimed already, or is that of this one',
  done: 'Hardware replaced',
  doneHint: 'The device has serial number %{serialNumber} now. The old hardware is refused.',
  section: 'Hardware',
  list: 'Replacements of the hardware',
  entity: { many: 'replacements', first: 'replacement' },
  at: 'Replaced',
  old: 'Old serial number',
  new: 'New serial number',
  by: 'By',
  seam: 'Hardware replaced',
  seamSerials: 'serial number %{old} → %{new}',
}
export default messages
