import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Odeslat zkoušku konektorem %{name}?',
  text: 'Uložený kód odešle zprávu příjemci jednou a označí ji jako zkoušku: job.test je true a požadavek má hlavičku webhook-test.',
  textOfMqtt:
    'Uložený kód zprávu jednou publikuje. Zkoušku označuje jen job.test: výchozí kód ho zapíše do obsahu. Broker zkoušku nikdy neuchová.',
  anyway: {
    paused: 'Konektor je pozastavený. Zkouška se přesto odešle a pozastavení trvá dál.',
    waiting: 'Konektor čeká na příjemce. Zkouška se přesto odešle.',
    stopped: 'Konektor je zastavený. Zkouška se přesto odešle a konektor zůstane zastavený.',
    off: 'Konektor je vypnutý. Zkouška se přesto odešle.',
  },
  alerts:
    'Tento konektor nemá spouštěče. Je-li pro upozornění, vyzkoušejte pravidlo, které do něj posílá, na stránce pravidla.',
  alert: 'Tento konektor nemá spouštěče. Pokud je pro upozornění, pošlete mu vymyšlené upozornění.',
  sendAlert: 'Poslat zkušební upozornění',
  body: 'Tělo zprávy',
  stored: 'Pokud zprávu neupravíte, odešle se tak, jak je uložená.',
  written: 'Tato zpráva není uložená: je napsaná jen pro zkoušku.',
  noJson: 'Toto není platný JSON.',
  reset: 'Vrátit úpravu',
  send: 'Odeslat zkoušku',
}
export default messages
