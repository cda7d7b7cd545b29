import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Nástěnka',
  device: 'Zařízení',
  reload: 'Načíst nové zprávy',
  range: {
    label: 'Časový rozsah',
    standard: 'Posledních 10 dní',
    fromTo: '%{start} – %{end}',
    from: 'Od %{start}',
    until: 'Do %{end}',
  },
  loading: 'Načítají se zprávy…',
  running: 'Kód běží: %{done} z %{total} zpráv',
  stop: 'Zastavit',
  empty: 'V tomto rozsahu nejsou žádné datové zprávy',
  emptyHint: 'Zvolte delší rozsah, nebo počkejte, až přijde zpráva s daty.',
  nothing: 'Kód nevrací žádné hodnoty',
  nothingHint: 'Vraťte objekt s date a čísly, nebo nechte kód napsat podle seznamu čísel níže.',
  hidden: 'Všechny řady jsou skryté. Některou níže vyberte.',
  limited: 'Zobrazuje se jen %{max} nejnovějších zpráv z tohoto rozsahu.',
  cut: 'Kód vrací více hodnot, než lze zobrazit; zbytek je vynechán.',
  stopped:
    'Zastaveno po %{done} z %{smart_count} zprávy. |||| Zastaveno po %{done} ze %{smart_count} zpráv. |||| Zastaveno po %{done} z %{smart_count} zpráv.',
  failures:
    '%{smart_count} zpráva skončila chybou a je vynechána. |||| %{smart_count} zprávy skončily chybou a jsou vynechány. |||| %{smart_count} zpráv skončilo chybou a je vynecháno.',
  firstError: 'První chyba:',
  mistakes: {
    object: 'musí se vrátit objekt',
    date: 'date musí být čas podle ISO nebo počet sekund',
    values: '„%{series}“ musí být číslo nebo seznam čísel',
  },
  place: 'řádek %{line}, sloupec %{column}',
  line: 'řádek %{line}',
  notStarted: 'Kód nelze spustit: izolované prostředí se nerozběhlo.',
  faults: {
    noComment:
      'Na prvním řádku musí být komentář s barvami řad, například //{"temperature":"red"}. Bez něj se graf nezobrazí.',
    noMap:
      'Komentář na prvním řádku není JSON s řadami a barvami, například //{"temperature":"red"}. Bez něj se graf nezobrazí.',
    noColor:
      'První řádek dává řadě „%{series}“ barvu, která neexistuje. Bez správné barvy se graf nezobrazí.',
  },
  legend: {
    title: 'Řady',
    toggle: 'Zobrazit %{series}',
    last: 'Poslední',
    min: 'Min.',
    mean: 'Průměr',
    max: 'Max.',
    count: 'Počet',
  },
  chart: {
    title: 'Graf',
    surface:
      'Graf. Šipky přecházejí mezi hodnotami, se Shiftem posouvají rozsah; plus a minus mění měřítko, 0 zobrazí vše.',
    hint: 'Tažením přes graf jej přiblížíte, se Shiftem posunete. Měřítko mění i kolečko se stisknutým Ctrl nebo ⌘.',
    wheelHint: 'Měřítko změníte kolečkem se stisknutým Ctrl nebo ⌘',
    zoomIn: 'Přiblížit',
    zoomOut: 'Oddálit',
    reset: 'Zobrazit vše',
    noPicture: 'Obrázek se nepodařilo vytvořit',
  },
  code: {
    title: 'Transformace',
    label: 'Kód',
    hint: 'První řádek přiřazuje řadám barvy. Zbytek je tělo funkce, která vidí message a vrací { date, řada: číslo nebo seznam }. Spouští se Ctrl+Enter nebo ⌘+Enter.',
    run: 'Spustit',
    reset: 'Obnovit výchozí',
    resetTitle: 'Obnovit výchozí kód?',
    resetText: 'Váš kód nahradí kód vytvořený podle obsahu zpráv.',
    share: 'Kopírovat odkaz',
    shared: 'Odkaz zkopírován',
    tooLong: 'Kód je delší než 64 kB, víc transformace mít nesmí.',
  },
  helper: {
    title: 'Čísla ve zprávách',
    hint: 'Zaškrtněte, co má graf zobrazit.',
    search: 'Hledat v číslech',
    none: 'Ve zprávách nejsou žádná čísla.',
    noMatch: 'Výrazu „%{query}“ neodpovídá žádné číslo.',
    detail: '%{smart_count} zpráva |||| %{smart_count} zprávy |||| %{smart_count} zpráv',
    whole: 'celé tělo',
    sample: 'například %{value}',
    chosen:
      'Vybráno %{smart_count} číslo |||| Vybrána %{smart_count} čísla |||| Vybráno %{smart_count} čísel',
    clear: 'Zrušit výběr',
    write: 'Napsat kód',
    replaceTitle: 'Nahradit váš kód?',
    replaceText: 'Kód v editoru nahradí kód, který zobrazí zaškrtnutá čísla.',
    replace: 'Nahradit',
  },
  link: {
    title: 'Tento odkaz obsahuje kód',
    text: 'Někdo jej napsal a poslal vám odkaz. Než kód spustíte, přečtěte si ho. Běží odděleně od této stránky: vidí zprávy této nástěnky a nic jiného. Váš vlastní kód zůstane beze změny.',
    run: 'Spustit tento kód',
    decline: 'Nespouštět',
    guest: 'Vidíte kód, který přišel s odkazem. Není uložen.',
    keep: 'Uložit jako vlastní',
    back: 'Zpět k mému kódu',
    tooLong: 'Kód v tomto odkazu je příliš dlouhý: sdílet lze nejvýše 64 kB. Zobrazuje se váš vlastní kód.',
    broken: 'Kód v tomto odkazu nelze přečíst; část odkazu možná chybí. Zobrazuje se váš vlastní kód.',
  },
}
export default messages
