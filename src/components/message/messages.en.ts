/** What every place calls the parts of a message. */
const messages = {
  directions: { up: 'Uplink', down: 'Downlink' },
  types: {
    session: 'Session',
    data: 'Data',
    config: 'Config',
    encoder: 'Encoder',
    decoder: 'Decoder',
    shell: 'Shell',
    firmware: 'Firmware',
  },
  measured: 'measured %{time}',
}
export default messages
