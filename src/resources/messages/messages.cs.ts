import type { Translated } from '../../i18n/translated'
import compare from './compare/messages.cs'
import create from './create/messages.cs'
import detail from './detail/messages.cs'
import exporting from './export/messages.cs'
import list from './list/messages.cs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'zprávy', first: 'zprávu' },
  id: 'ID',
  createdAt: 'Vytvořeno',
  device: 'Zařízení',
  serialNumber: 'Sériové číslo',
  direction: 'Směr',
  type: 'Typ',
  downState: 'Stav',
  body: 'Tělo',
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
  downStates: { pending: 'Čeká', sent: 'Odesláno', cancelled: 'Zrušeno' },
  list,
  detail,
  compare,
  create,
  exporting,
}
export default messages
