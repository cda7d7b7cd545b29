import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  directions: { up: 'Ze zařízení', down: 'Do zařízení' },
  types: {
    session: 'Relace',
    data: 'Data',
    config: 'Konfigurace',
    encoder: 'Enkodér',
    decoder: 'Dekodér',
    shell: 'Shell',
    firmware: 'Firmware',
  },
  measured: 'naměřeno %{time}',
}
export default messages
