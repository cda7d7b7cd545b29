import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  loading: 'Načítá se...',
  error: 'Při načítání dat došlo k chybě. Zkuste to prosím později.',
  retry: 'Zkusit znovu',
  noData: 'Žádná data',
  empty: 'Nejsou zde %{many}. Tlačítkem vpravo nahoře vytvoříte %{first}.',
  createFirst: 'Vytvořit %{first}',
  emptyForReader: 'Nejsou zde %{many}. Vytvářet je mohou jen správci tohoto prostoru.',
  actions: 'Akce',
  sort: {
    label: 'Řadit podle',
    order: 'Pořadí',
    ascending: 'Vzestupně',
    descending: 'Sestupně',
  },
  filter: {
    title: 'Filtry',
    by: 'Filtr: %{label}',
    sheet: 'Filtry a řazení',
    minLength:
      'Alespoň %{smart_count} znak |||| Alespoň %{smart_count} znaky |||| Alespoň %{smart_count} znaků',
    search: 'Hledat',
    nothingFound: 'Nic nenalezeno',
    any: 'Alespoň jednu z hodnot',
    all: 'Všechny hodnoty',
    logic: 'Řádky musí mít',
    clear: 'Zrušit filtr %{label}',
    clearAll: 'Zrušit všechny filtry',
    clearText: 'Vymazat',
    apply: 'Použít',
    done: 'Hotovo',
    from: 'od %{start}',
    until: 'do %{end}',
    active:
      '%{smart_count} aktivní filtr |||| %{smart_count} aktivní filtry |||| %{smart_count} aktivních filtrů',
  },
  date: {
    invalid: 'Neplatné datum',
    endBeforeStart: 'Chyba – konec musí být později než začátek',
    bothNeeded: 'Vyplňte začátek i konec',
    start: 'Začátek',
    end: 'Konec',
    time: 'Čas: %{label}',
    zone: 'Kalendář a čas v pásmu %{zone}; psané časy v UTC',
    ranges: 'Relativní období',
    lastMinutes:
      'Poslední %{smart_count} minuta |||| Poslední %{smart_count} minuty |||| Posledních %{smart_count} minut',
    lastHours:
      'Poslední %{smart_count} hodina |||| Poslední %{smart_count} hodiny |||| Posledních %{smart_count} hodin',
    lastDays:
      'Poslední %{smart_count} den |||| Poslední %{smart_count} dny |||| Posledních %{smart_count} dní',
  },
  columns: 'Sloupce',
  refresh: {
    now: 'Obnovit',
    auto: 'Obnovování',
    off: 'Vypnuto',
    seconds: '%{smart_count} s',
    minutes: '%{smart_count} min',
  },
  paging: {
    label: 'Stránkování',
    range: '%{from}–%{to} z %{total}',
    rangeOfMany: '%{from}–%{to} z více než %{to}',
    rangeOfUnknown: '%{from}–%{to}',
    first: 'První stránka',
    previous: 'Předchozí stránka',
    next: 'Další stránka',
    last: 'Poslední stránka',
    page: 'Stránka',
    ofPages: 'z %{count}',
    pageSize: 'Řádků na stránku',
  },
  selection: {
    row: 'Vybrat %{label}',
    page: 'Vybrat všechny řádky této stránky',
    count: 'Vybráno: %{smart_count} |||| Vybráno: %{smart_count} |||| Vybráno: %{smart_count}',
    hidden: 'nezobrazeno: %{smart_count} |||| nezobrazeno: %{smart_count} |||| nezobrazeno: %{smart_count}',
    clear: 'Zrušit výběr',
  },
  details: 'Podrobnosti: %{label}',
  expand: 'Podrobnosti',
  open: 'Otevřít %{name}',
  edit: 'Upravit %{name}',
}
export default messages
