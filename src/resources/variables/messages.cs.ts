import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné proměnné', first: 'první proměnnou' },
  device: 'Zařízení',
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
  },
  details: 'Proměnná',
  lockedReason: 'Tato proměnná je zamčená. Nelze ji změnit ani smazat.',
  create: {
    title: 'Nová proměnná',
    submit: 'Vytvořit proměnnou',
    deviceHint: 'Bez zařízení platí proměnná pro celý prostor.',
    done: 'Proměnná vytvořena',
  },
  errors: { name: 'Název proměnné je povinný a musí mít alespoň 3 znaky.' },
  edit: { done: 'Proměnná upravena' },
  delete: {
    title: 'Smazat proměnnou %{name}?',
    text: 'Kdo proměnnou používá, už ji nepřečte. Tuto akci nelze vrátit zpět.',
    done: 'Proměnná smazána',
  },
  notFound: {
    title: 'Proměnná nenalezena',
    text: 'Mohla být smazána nebo patří do jiného prostoru.',
    back: 'Zpět na proměnné',
  },
  import: {
    label: 'Importovat CSV',
    title: 'Import proměnných',
    intro:
      'Jeden řádek je jedna proměnná: název, hodnota, prostředí, komentář a zařízení, oddělené čárkami, středníky nebo tabulátory. Zařízení je sériové číslo, název nebo ID.',
    choose: 'Vybrat soubor',
    dropHint: 'Nebo sem přetáhněte soubor .csv či .txt.',
    drop: 'Pusťte soubor, aby se načetl.',
    paste: 'Nebo vložte řádky',
    read: 'Načíst řádky',
    refused: {
      fileType: 'Vyberte platný soubor CSV nebo TXT.',
      fileSize: 'Soubor je větší než %{max} MB. Rozdělte ho na menší.',
      fileUnread: 'Prohlížeč nemohl soubor přečíst.',
      empty: 'Nejsou v něm žádné řádky s proměnnými.',
      tooMany: 'Řádků je více než %{max}. Rozdělte je do menších souborů.',
      quotes: 'V řádku %{row} není uvozovka ukončena, nebo stojí na nesprávném místě.',
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
    interrupted: {
      file: 'Import %{smart_count} proměnné ze souboru %{file} |||| Import %{smart_count} proměnných ze souboru %{file} |||| Import %{smart_count} proměnných ze souboru %{file}',
      pasted:
        'Import %{smart_count} vloženého řádku |||| Import %{smart_count} vložených řádků |||| Import %{smart_count} vložených řádků',
      choose:
        'byl přerušen. Chcete-li pokračovat, vyberte znovu stejný soubor; jeho hodnoty se v tomto prohlížeči neuchovávají.',
      same: 'To jsou řádky přerušeného importu. Co se už importovalo, se vynechá.',
      other: 'To nejsou řádky přerušeného importu. Importují se jako nové.',
    },
    save: 'Stáhnout, co selhalo',
  },
}
export default messages
