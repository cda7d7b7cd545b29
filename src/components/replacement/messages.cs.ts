import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Vyměnit hardware zařízení %{name}',
  submit: 'Vyměnit hardware',
  intro: 'Naskenujte QR kód nového hardwaru, nebo opište jeho sériové číslo a přiřazovací token.',
  stays:
    'Zařízení si ponechá název, štítky, popisky, komentář, proměnné, zprávy i čekající zprávy do zařízení. Ty dostane nový hardware.',
  ends: 'Hardware se sériovým číslem %{serialNumber} bude od té chvíle odmítán. Úlohy firmwaru, které už začal, se zruší.',
  taken: 'Toto sériové číslo patří tomuto zařízení, nebo jinému, které už je přiřazené',
  done: 'Hardware vyměněn',
  doneHint: 'Zařízení má nyní sériové číslo %{serialNumber}. Starý hardware je odmítán.',
  section: 'Hardware',
  list: 'Výměny hardwaru',
  entity: { many: 'žádné výměny', first: 'první výměnu' },
  at: 'Vyměněno',
  old: 'Původní sériové číslo',
  new: 'Nové sériové číslo',
  by: 'Kdo',
  marker: 'Hardware vyměněn',
  markerSerials: 'sériové číslo %{old} → %{new}',
}
export default messages
