import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Převést SIM kartu zařízení',
  intro: 'Převede SIM karty do této instalace, ať jsou teď kdekoli.',
  label: 'IMSI nebo ICCID, jedno na řádek',
  hint: 'IMSI má 14 nebo 15 číslic, ICCID 19 nebo 20.',
  ids: '%{smart_count} SIM karta. |||| %{smart_count} SIM karty. |||| %{smart_count} SIM karet.',
  repeated:
    '%{smart_count} opakovaný řádek se vynechá. |||| %{smart_count} opakované řádky se vynechají. |||| %{smart_count} opakovaných řádků se vynechá.',
  wrong: 'Neplatné IMSI nebo ICCID na řádku %{line}',
  otherLines:
    'a na %{smart_count} dalším řádku |||| a na %{smart_count} dalších řádcích |||| a na %{smart_count} dalších řádcích',
  tooMany: 'Najednou lze převést nejvýše %{max} SIM karet. Některé prosím odeberte.',
  submit:
    'Převést %{smart_count} SIM kartu |||| Převést %{smart_count} SIM karty |||| Převést %{smart_count} SIM karet',
  submitNone: 'Převést',
  retry:
    'Zkusit znovu %{smart_count} SIM kartu |||| Zkusit znovu %{smart_count} SIM karty |||| Zkusit znovu %{smart_count} SIM karet',
  failed: 'Chyba při převodu SIM %{id}',
  failures: 'SIM karty, které se nepřevedly',
  others:
    'a %{smart_count} další; všechny jsou v souboru s výsledky |||| a %{smart_count} další; všechny jsou v souboru s výsledky |||| a %{smart_count} dalších; všechny jsou v souboru s výsledky',
}
export default messages
