import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: {
    up: '%{type}: zpráva ze zařízení %{device}',
    down: '%{type}: zpráva do zařízení %{device}',
  },
  details: 'Podrobnosti',
  attempts: 'Počet pokusů',
  stateAt: 'Stav od',
  scheduledAt: 'Naplánováno na',
  codecHash: 'Hash kodeku',
  raw: 'Surová zpráva',
  copyMessage: 'Kopírovat jako JSON',
  cancel: {
    action: 'Zrušit zprávu',
    keep: 'Ponechat zprávu',
    title: 'Zrušit tuto zprávu?',
    text: 'Zařízení ji nedostane. Tuto akci nelze vrátit zpět.',
    done: 'Zpráva zrušena',
    tooLate: 'Zprávu už nelze zrušit',
  },
  neighbours: {
    title: 'Zprávy tohoto zařízení',
    older: 'Předchozí',
    newer: 'Další',
    olderHint: 'Předchozí zpráva tohoto zařízení',
    newerHint: 'Další zpráva tohoto zařízení',
    oldest: 'Toto je nejstarší zpráva zařízení.',
    newest: 'Toto je nejnovější zpráva zařízení.',
    failed: 'Sousední zprávu se nepodařilo vyhledat.',
  },
  events: {
    title: 'Události',
    none: 'S touto zprávou se zatím nic nestalo.',
    time: 'Čas',
    type: 'Událost',
    connector: 'Konektor',
    functionReturn: 'Návratová hodnota funkce',
    body: 'Tělo události',
  },
}
export default messages
