import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádná ztlumení', first: 'první ztlumení' },
  fields: {
    id: 'ID',
    name: 'Název',
    scope: 'Platí pro',
    rule_ids: 'Pravidla',
    starts_at: 'Začíná',
    ends_at: 'Končí',
    note: 'Poznámka',
    created_by: 'Vytvořil(a)',
    created_at: 'Vytvořeno',
  },
  details: 'Ztlumení',
  guide: 'K čemu je ztlumení',
  state: 'Stav',
  states: { planned: 'Naplánováno', running: 'Probíhá', ended: 'Skončilo' },
  about:
    'Pro plánované práce: dokud ztlumení trvá, neotevírají se upozornění na to, pro co platí. Na to, co potrvá i po jeho konci, se upozorní hned potom.',
  endedReason: 'Toto ztlumení už skončilo. Nelze ho měnit.',
  deletedRule: '(smazáno)',
  create: { title: 'Vytvořit ztlumení', submit: 'Vytvořit ztlumení', done: 'Ztlumení vytvořeno' },
  edit: { done: 'Ztlumení upraveno' },
  delete: {
    title: 'Smazat ztlumení %{name}?',
    text: 'Na to, co stále trvá, se hned upozorní. Tuto akci nelze vrátit zpět.',
    done: 'Ztlumení smazáno',
  },
  notFound: {
    title: 'Ztlumení nenalezeno',
    text: 'Možná bylo smazáno, nebo patří do jiného prostoru.',
    back: 'Zpět na ztlumení',
  },
  end: {
    action: 'Ukončit',
    of: 'Ukončit ztlumení %{name}',
    done: 'Ztlumení ukončeno',
  },
  form: {
    startsHint: 'Prázdné: hned',
    for1h: 'Na 1 hodinu',
    for4h: 'Na 4 hodiny',
    tomorrow: 'Do zítra do 8:00',
    week: 'Na týden',
    zone: 'Časy v pásmu %{zone}',
    presets: 'Doba trvání',
    rules: 'Jen tato pravidla',
    rulesHint: 'Prázdné: všechna pravidla',
    rulesFailed: 'Pravidla se nepodařilo načíst.',
    newName: 'Plánované práce',
    before: 'Musí být později než začátek',
    tooLong: 'Nejvýše %{days} dní po začátku',
    tooFar: 'Nejvýše %{days} dní dopředu',
  },
}
export default messages
