import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  fromDevice: 'Ze zařízení %{name}',
  fromTag: 'Ze štítku %{name}',
  console: 'Konzole',
  device: 'Zařízení',
  dashboard: 'Nástěnka',
  create: 'Vytvořit zprávu',
  open: 'Detail zprávy',
  error: 'Tělo obsahuje chybu',
  selectTwo: 'Vyberte dvě zprávy k porovnání',
  missing: {
    device: 'V tomto prostoru takové zařízení není',
    tag: 'V tomto prostoru takový štítek není',
    text: 'Položka mohla být smazána, nebo patří do jiného prostoru.',
    all: 'Zobrazit všechny zprávy',
  },
  live: {
    label: 'Živě',
    hint: 'Zobrazuje nové zprávy, jakmile přijdou',
    off: 'Živě',
    starting: 'Načítá se...',
    live: 'Živě',
    paused: 'Pozastaveno',
    lost: 'Obnovuje se spojení',
    new: '%{smart_count} nová zpráva |||| %{smart_count} nové zprávy |||| %{smart_count} nových zpráv',
    newOrMore:
      'Více než %{smart_count} nová zpráva |||| Více než %{smart_count} nové zprávy |||| Více než %{smart_count} nových zpráv',
    resume: 'Pokračovat',
    newest: 'Nejnovější zpráva |||| Nejnovější %{smart_count} zprávy |||| Nejnovějších %{smart_count} zpráv',
    older: 'Procházet starší zprávy',
  },
}
export default messages
