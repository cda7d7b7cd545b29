import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Starší verze',
  titleOf: 'Starší verze kódu konektoru %{name}',
  version: 'Verze %{version}',
  saved: 'Uloženo: %{who}, %{time}',
  server: 'server',
  older: 'Starší než protokol změn',
  none: 'Kód se od začátku protokolu změn nezměnil.',
  kept: 'Verze se uchovávají stejně dlouho jako protokol změn.',
  more: 'Zobrazit starší verze',
  one: 'Kód verze %{version}',
  since: 'Verze %{version} má kód verze %{first}.',
  legend: 'Řádky označené − byly ve verzi %{version}, řádky označené + jsou v současném kódu.',
  difference: 'Kód verze %{version} ve srovnání se současným kódem',
  same: 'Je stejný jako současný kód.',
  unknown: 'Kód verze %{version} není znám: protokol změn ho neobsahuje.',
  restore: 'Obnovit tento kód',
  restored: 'Kód verze %{version} byl obnoven',
  again: 'Níže je porovnán se současným kódem.',
  notUndone: 'Nevráceno: konektor se mezitím znovu změnil',
}
export default messages
