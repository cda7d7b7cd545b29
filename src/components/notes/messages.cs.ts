import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  waits: 'Čeká na síť',
  sending: 'Odesílá se…',
  refused: 'Nepřidáno: %{reason}',
  retry: 'Zkusit znovu',
  discard: 'Zahodit',
  notAdded:
    '%{smart_count} poznámka nebyla přidána |||| %{smart_count} poznámky nebyly přidány |||| %{smart_count} poznámek nebylo přidáno',
  show: 'Zobrazit',
  title: 'Poznámky, které nebyly přidány',
}
export default messages
