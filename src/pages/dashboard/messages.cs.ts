import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  device: 'Zařízení',
  reload: 'Načíst nové zprávy',
  range: {
    label: 'Časový rozsah',
    zone: 'Časy v pásmu %{zone}',
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
  nothing: 'Kód nevrátil žádné hodnoty',
  nothingHint: 'Vraťte objekt s date a čísly, nebo kód vytvořte ze seznamu čísel níže.',
  hidden: 'Všechny řady jsou skryté. Některou níže vyberte.',
  limited: 'Zobrazuje se jen %{max} nejnovějších zpráv z tohoto rozsahu.',
  cut: 'Kód vrátil více hodnot, než lze zobrazit. Zbytek je vynechán.',
  outside:
    '%{smart_count} hodnota má čas mimo zvolené období a je vynechána. |||| %{smart_count} hodnoty mají čas mimo zvolené období a jsou vynechány. |||| %{smart_count} hodnot má čas mimo zvolené období a je vynecháno.',
  ownColors:
    'Řady mají výchozí barvy. Chcete-li je zvolit, začněte kód komentářem, například //{"temperature":"red"}.',
  stopped:
    'Zastaveno po %{done} z %{smart_count} zprávy. |||| Zastaveno po %{done} ze %{smart_count} zpráv. |||| Zastaveno po %{done} z %{smart_count} zpráv.',
  failures:
    '%{smart_count} zpráva skončila chybou a je vynechána. |||| %{smart_count} zprávy skončily chybou a jsou vynechány. |||| %{smart_count} zpráv skončilo chybou a je vynecháno.',
  firstError: 'První chyba:',
  mistakes: {
    object: 'kód musí vrátit objekt',
    date: 'date musí být čas podle ISO nebo počet sekund či milisekund',
    values:
      '„%{series}“ musí být číslo, hodnota { date, value } nebo seznam čísel, hodnot a dvojic [čas, hodnota]',
    time: 'hodnota řady „%{series}“ nemá platný čas: čas podle ISO nebo počet sekund či milisekund',
  },
  place: 'řádek %{line}, sloupec %{column}',
  line: 'řádek %{line}',
  notStarted: 'Kód se nepodařilo spustit, protože se izolované prostředí nespustilo.',
  faults: {
    noMap:
      'Komentář na prvním řádku není objekt JSON s řadami a barvami, například //{"temperature":"red"}. Bez něj se graf nezobrazí.',
    noColor: 'Barva řady „%{series}“ na prvním řádku neexistuje. Bez platné barvy se graf nezobrazí.',
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
    hint: 'Tažením přes graf jej přiblížíte.',
    keysHint: 'Se Shiftem ho posunete. Měřítko změníte i kolečkem se stisknutým Ctrl nebo ⌘.',
    wheelHint: 'Měřítko změníte kolečkem se stisknutým Ctrl nebo ⌘',
    zoomIn: 'Přiblížit',
    zoomOut: 'Oddálit',
    reset: 'Zobrazit vše',
    noPicture: 'Obrázek se nepodařilo vytvořit',
  },
  code: {
    title: 'Transformace',
    label: 'Kód',
    hint: 'První řádek může řadám přiřadit barvy. Zbytek je tělo funkce, která dostane message a vrací { date, řada: číslo nebo seznam }. Hodnota může mít vlastní čas: { date, value } nebo v seznamu [čas, hodnota].',
    keysHint: 'Spouští se Ctrl+Enter nebo ⌘+Enter.',
    run: 'Spustit',
    reset: 'Obnovit výchozí',
    resetTitle: 'Obnovit výchozí kód?',
    resetText: 'Váš kód nahradí výchozí kód vytvořený podle čísel ve zprávách.',
    share: 'Kopírovat odkaz',
    shared: 'Odkaz zkopírován',
    tooLong: 'Kód je příliš dlouhý. Transformace může mít nejvýše 64 kB.',
  },
  helper: {
    title: 'Čísla ve zprávách',
    hint: 'Vyberte hodnoty, které má graf zobrazit',
    search: 'Hledat v číslech',
    none: 'Ve zprávách nejsou žádná čísla.',
    noMatch: 'Výrazu „%{query}“ neodpovídá žádné číslo.',
    detail: '%{smart_count} zpráva |||| %{smart_count} zprávy |||| %{smart_count} zpráv',
    whole: 'celé tělo',
    sample: 'například %{value}',
    chosen:
      'Vybráno %{smart_count} číslo |||| Vybrána %{smart_count} čísla |||| Vybráno %{smart_count} čísel',
    clear: 'Zrušit výběr',
    write: 'Vytvořit kód',
    replaceTitle: 'Nahradit váš kód?',
    replaceText: 'Kód v editoru nahradí kód, který zobrazí vybrané hodnoty.',
    replace: 'Nahradit',
  },
  link: {
    title: 'Tento odkaz obsahuje kód',
    text: 'Někdo jej napsal a poslal vám odkaz. Než kód spustíte, přečtěte si ho. Běží v izolovaném prostředí, kde vidí zprávy této nástěnky a nic jiného. Váš vlastní kód se nezmění.',
    run: 'Spustit tento kód',
    decline: 'Nespouštět',
    guest: 'Tento kód přišel s odkazem. Není uložen.',
    keep: 'Uložit jako můj kód',
    back: 'Zpět k mému kódu',
    tooLong: 'Kód v tomto odkazu je příliš dlouhý: sdílet lze nejvýše 64 kB. Zobrazuje se váš vlastní kód.',
    broken: 'Kód v tomto odkazu nelze přečíst; část odkazu možná chybí. Zobrazuje se váš vlastní kód.',
  },
}
export default messages
