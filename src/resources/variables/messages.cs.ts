import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné proměnné', first: 'první proměnnou' },
  device: 'Zařízení',
  search: 'Hledat',
  fields: {
    name: 'Název',
    id: 'Identifikátor',
    value: 'Hodnota',
    environment: 'Prostředí',
    comment: 'Komentář',
    device_id: 'ID zařízení',
    device_name: 'Název zařízení',
    created_at: 'Vytvořeno',
    updated_at: 'Aktualizováno',
    locked: 'Zamčeno',
    for_connectors: 'Pro konektory',
    secret: 'Tajná',
  },
  details: 'Proměnná',
  forConnectors: 'Ano: jako job.variables',
  forConnectorsHint:
    'Kdo smí měnit konektor, může si ji nechat poslat kamkoli. Ve výsledcích, pokusech, událostech a záznamech je její hodnota skrytá.',
  isSecret: 'Ano: její hodnota se nikomu nezobrazí',
  secretHint: {
    on: 'Po uložení se hodnota už nikde nezobrazí, v žádném seznamu, verzi ani exportu. Chcete-li ji nahradit, zadejte ji celou.',
    off: 'Kdo smí číst proměnné tohoto prostoru, hodnotu vidí.',
  },
  valueAnew: 'Hodnota tajné proměnné se nikomu nezobrazí. Zadejte takovou, která se zobrazit smí.',
  valuesHidden: 'Konektorům může proměnné předat jen ten, kdo smí číst jejich hodnoty.',
  tooShort:
    'Konektory dostávají jen hodnoty, které mají alespoň %{smart_count} znak. |||| Konektory dostávají jen hodnoty, které mají alespoň %{smart_count} znaky. |||| Konektory dostávají jen hodnoty, které mají alespoň %{smart_count} znaků.',
  lockedReason: 'Tato proměnná je zamčená. Nelze ji změnit ani smazat.',
  lock: { label: 'Zamknout', done: 'Proměnná zamčena' },
  unlock: {
    label: 'Odemknout',
    title: 'Odemknout proměnnou %{name}?',
    text: 'Každý, kdo smí měnit proměnné tohoto prostoru, ji pak může změnit nebo smazat.',
    submit: 'Odemknout proměnnou',
    done: 'Proměnná odemčena',
  },
  guide: {
    title: 'K čemu jsou proměnné',
    devices: {
      title: 'Hodnoty pro zařízení',
      text: 'Například klíč každého měřiče, který zařízení odečítá. Programy je čtou přes API.',
    },
    connectors: {
      title: 'Hodnoty pro konektory',
      text: 'Jejich funkce je dostanou jako job.variables. Tajná hodnota se nikomu nezobrazí.',
    },
    import: {
      title: 'Mnoho najednou',
      text: 'Importujte je ze souboru CSV. Existující zůstanou beze změny, nebo se aktualizují.',
    },
  },
  create: {
    title: 'Vytvořit proměnnou',
    submit: 'Vytvořit proměnnou',
    deviceHint: 'Bez zařízení platí proměnná pro celý prostor.',
    done: 'Proměnná vytvořena',
  },
  errors: {
    name: 'Název proměnné je povinný a musí mít alespoň 3 znaky.',
    oneLine: 'Název musí být na jednom řádku.',
  },
  edit: { done: 'Proměnná upravena' },
  delete: {
    title: 'Smazat proměnnou %{name}?',
    text: 'Programy, které ji používají, už ji nepřečtou.',
    done: 'Proměnná smazána',
  },
  notFound: {
    title: 'Proměnná nenalezena',
    text: 'Mohla být smazána nebo patří do jiného prostoru.',
    back: 'Zpět na proměnné',
  },
  bulk: {
    delete: 'Smazat',
    deleteTitle:
      'Smazat %{smart_count} proměnnou? |||| Smazat %{smart_count} proměnné? |||| Smazat %{smart_count} proměnných?',
    deleteSubmit:
      'Smazat %{smart_count} proměnnou |||| Smazat %{smart_count} proměnné |||| Smazat %{smart_count} proměnných',
    deleteText:
      'Programy, které ji používají, už ji nepřečtou. |||| Programy, které je používají, už je nepřečtou. |||| Programy, které je používají, už je nepřečtou.',
    locked:
      '%{smart_count} z vybraných proměnných je zamčená a zůstane. |||| %{smart_count} z vybraných proměnných jsou zamčené a zůstanou. |||| %{smart_count} z vybraných proměnných je zamčených a zůstane.',
    results: 'Výsledek u každé proměnné',
  },
  import: {
    label: 'Importovat CSV',
    title: 'Import proměnných',
    intro:
      'Na každém řádku jedna proměnná: název, hodnota, prostředí, komentář a zařízení, oddělené čárkami, středníky nebo tabulátory. Zařízení je sériové číslo, název nebo ID.',
    choose: 'Vybrat soubor',
    dropHint: 'Nebo sem přetáhněte soubor .csv či .txt.',
    drop: 'Pusťte soubor, aby se načetl.',
    paste: 'Nebo vložte řádky',
    read: 'Načíst řádky',
    refused: {
      fileType: 'Vyberte platný soubor CSV nebo TXT.',
      fileSize: 'Soubor je větší než %{max} MB. Rozdělte ho na menší.',
      fileUnread:
        'V souboru chybějí písmena, nebo to není text. Uložte ho znovu jako „CSV UTF-8“ v programu, který má originál.',
      empty: 'Nenalezeny žádné řádky s proměnnými.',
      tooMany: 'Řádků je více než %{max}. Rozdělte je do menších souborů.',
      quotes: 'V řádku %{row} je neukončená nebo chybně umístěná uvozovka.',
    },
    columns: 'Co je ve sloupcích',
    column: 'Sloupec %{number}',
    unused: 'Nepoužije se',
    environment: 'Výchozí prostředí',
    header: 'První řádek je záhlaví',
    searching: 'Hledá se zařízení…',
    searchingAll: 'Hledají se zařízení…',
    found:
      'Lze importovat %{smart_count} proměnnou. |||| Lze importovat %{smart_count} proměnné. |||| Lze importovat %{smart_count} proměnných.',
    wrong:
      '%{smart_count} řádek má chybu a bude vynechán. |||| %{smart_count} řádky mají chyby a budou vynechány. |||| %{smart_count} řádků má chyby a bude vynecháno.',
    duplicate: 'stejná proměnná je v řádku %{row}',
    device: {
      missing: 'žádné zařízení nemá toto sériové číslo, název nebo ID',
      several: 'tento název má více zařízení; použijte sériové číslo',
    },
    there: {
      same: 'Už existuje, beze změny',
      locked: 'Už existuje, zamčená: vynechá se',
      several: 'Existuje vícekrát: vynechá se',
      skipped: 'Už existuje: vynechá se',
      skip: 'Existuje: vynechat',
      update: 'Existuje: změnit',
      choose: 'Co udělat s proměnnou %{name}',
      found:
        '%{smart_count} řádek obsahuje proměnnou, která už existuje s jinou hodnotou. |||| %{smart_count} řádky obsahují proměnné, které už existují s jinou hodnotou. |||| %{smart_count} řádků obsahuje proměnné, které už existují s jinou hodnotou.',
      foundLocked:
        '%{smart_count} řádek obsahuje proměnnou, která už existuje a je zamčená. Vynechá se. |||| %{smart_count} řádky obsahují proměnné, které už existují a jsou zamčené. Vynechají se. |||| %{smart_count} řádků obsahuje proměnné, které už existují a jsou zamčené. Vynechají se.',
      skipAll: 'Vynechat všechny',
      updateAll: 'Změnit všechny',
    },
    row: 'Řádek',
    rows: 'Řádky souboru',
    result: 'Výsledek',
    ready: 'Připraveno',
    onlyProblems: 'Jen řádky s chybami',
    other: 'Jiný soubor',
    submit:
      'Importovat %{smart_count} proměnnou |||| Importovat %{smart_count} proměnné |||| Importovat %{smart_count} proměnných',
    retry:
      'Zopakovat u %{smart_count} proměnné |||| Zopakovat u %{smart_count} proměnných |||| Zopakovat u %{smart_count} proměnných',
    save: 'Stáhnout neúspěšné řádky',
  },
}
export default messages
