/** Texts of the replacement of a device's hardware. */
const messages = {
  title: 'Replace the hardware of %{name}',
  submit: 'Replace hardware',
  intro: 'Scan the QR code of the new hardware, or type its serial number and claim token.',
  stays:
    'The device keeps its name, tags, labels, comment, variables, messages and pending downlinks. The new hardware receives these downlinks.',
  ends: 'From then on, the hardware with serial number %{serialNumber} is refused. Firmware jobs that it has started are cancelled.',
  taken: 'This serial number belongs to this device or to another one that is already claimed',
  done: 'Hardware replaced',
  doneHint: 'The device now has serial number %{serialNumber}. The old hardware is refused.',
  section: 'Hardware',
  list: 'Hardware replacements',
  entity: { many: 'replacements', first: 'replacement' },
  at: 'Replaced',
  old: 'Old serial number',
  new: 'New serial number',
  by: 'By',
  marker: 'Hardware replaced',
  markerSerials: 'serial number %{old} → %{new}',
}
export default messages
