import type en from './messages.en'

/** Texts of the search in the bodies of messages. */
const messages: typeof en = {
  title: 'Hledat ve zprávách',
  back: 'Všechny zprávy',
  label: 'Text nebo hodnota',
  hint: 'Slovo, nebo cesta, operátor a hodnota: thermometer.temperature > 30. Operátory jsou =, !=, <, <=, >, >= a contains.',
  submit: 'Hledat',
  range: 'Čas',
  ranges: {
    all: 'Kdykoli',
    day: 'Posledních 24 hodin',
    week: 'Posledních 7 dní',
    month: 'Posledních 30 dní',
  },
  faults: {
    noPath: 'Před operátorem musí být cesta, například thermometer.temperature > 30.',
    noValue: 'Za operátorem musí být hodnota, například thermometer.temperature > 30.',
    noNumber: '<, <=, > a >= porovnávají jen čísla, například thermometer.temperature > 30.',
    badPath: 'Tuto cestu nelze přečíst. Napište ji jako sensors[0].level = 1.',
  },
  looked:
    'Prohledáno zpět do %{time}, nalezena %{smart_count} |||| Prohledáno zpět do %{time}, nalezeny %{smart_count} |||| Prohledáno zpět do %{time}, nalezeno %{smart_count}',
  lookedAll:
    'Prohledáno vše v tomto čase, nalezena %{smart_count} |||| Prohledáno vše v tomto čase, nalezeny %{smart_count} |||| Prohledáno vše v tomto čase, nalezeno %{smart_count}',
  further: 'Hledat dál',
  none: 'Zatím nic nenalezeno.',
  noneAtAll: 'Žádná zpráva neodpovídá.',
}
export default messages
