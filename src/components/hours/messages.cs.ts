import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  text: '%{from} – %{to}, %{days} (%{zone})',
  everyDay: 'každý den',
  from: 'Od',
  to: 'Do',
  began: 'Dny, kdy začínají',
  timezone: 'Časové pásmo',
  days: {
    d0: 'neděle',
    d1: 'pondělí',
    d2: 'úterý',
    d3: 'středa',
    d4: 'čtvrtek',
    d5: 'pátek',
    d6: 'sobota',
  },
  short: { d0: 'ne', d1: 'po', d2: 'út', d3: 'st', d4: 'čt', d5: 'pá', d6: 'so' },
  errors: { clock: 'Musí být čas jako 22:00', tooFew: 'Vyberte aspoň jeden' },
}
export default messages
