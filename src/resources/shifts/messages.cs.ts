import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné směny', first: 'první směnu' },
  fields: {
    id: 'ID',
    name: 'Název',
    timezone: 'Časové pásmo',
    starts_on: 'První týden začíná',
    entries: 'Hodiny',
    every_rule: 'Upozorňují ji všechna pravidla prostoru',
    created_at: 'Vytvořeno',
  },
  details: 'Směna',
  about:
    'Pravidla upozornění, která směnu uvádějí, upozorní toho, kdo ji zrovna má. Lidé se stejnými hodinami se střídají po týdnu.',
  now: 'Směnu má teď',
  nobody: 'Nikdo: upozorní se správci',
  turns: '%{hours}: %{people}',
  everyRule: { yes: 'Ano', no: 'Ne, jen ta, která ji uvádějí' },
  next: 'pak',
  gaps: {
    title: 'V těchto časech příštích 7 dnů nemá směnu nikdo. Tehdy se upozorní správci prostoru.',
    range: '%{from} – %{to}',
    more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
  },
  create: { title: 'Vytvořit směnu', submit: 'Vytvořit směnu', done: 'Směna vytvořena' },
  edit: { done: 'Směna upravena' },
  delete: {
    title: 'Smazat směnu %{name}?',
    text: 'Pravidla, která ji uvádějí, místo ní upozorní správce prostoru. Tuto akci nelze vrátit zpět.',
    done: 'Směna smazána',
  },
  notFound: {
    title: 'Směna nenalezena',
    text: 'Možná byla smazána, nebo patří do jiného prostoru.',
    back: 'Zpět na směny',
  },
  form: {
    startsHint: 'V tento den začíná týden prvního člověka v každém řádku',
    entry: 'Hodiny %{number}',
    addEntry: 'Přidat hodiny',
    removeEntry: 'Odebrat hodiny %{number}',
    people: 'Lidé',
    peopleHint: 'V pořadí, v jakém se po týdnu střídají',
    peopleFailed: 'Lidi se nepodařilo načíst.',
    tooFew: 'Vyberte aspoň jednoho',
    day: 'Musí být datum',
  },
}
export default messages
