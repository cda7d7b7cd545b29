import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Převzít zařízení',
  intro:
    'Ze souboru CSV nebo vloženého textu, kde má každé zařízení svůj řádek: sériové číslo, token, název, štítky a komentář. Nebo načítejte jeden QR kód za druhým.',
  choose: 'Vybrat soubor',
  dropHint: 'Soubor sem můžete také přetáhnout.',
  drop: 'Pusťte soubor',
  paste: 'Nebo vložte řádky',
  read: 'Načíst řádky',
  scan: 'Načítat QR kódy',
  scanned:
    '%{smart_count} zařízení načteno |||| %{smart_count} zařízení načtena |||| %{smart_count} zařízení načteno',
  last: 'Poslední: %{serial}',
  removeLast: 'Odebrat poslední',
  scanDone: 'Pokračovat',
  refused: {
    fileType: 'Vyberte platný soubor CSV nebo TXT.',
    fileSize: 'Soubor je větší než %{max} MB. Rozdělte ho na menší.',
    fileUnread:
      'V souboru chybějí písmena, nebo to není text. Uložte ho znovu jako „CSV UTF-8“ v programu, který má originál.',
    empty: 'Nenalezeny žádné řádky se zařízeními.',
    tooMany: 'Řádků je více než %{max}. Rozdělte je do menších souborů.',
    quotes: 'V řádku %{row} je neukončená nebo chybně umístěná uvozovka.',
  },
  forAll: 'Pro všechna zařízení',
  pattern: 'Název zařízení, která ho nemají',
  patternHint: '{nn} čísluje od 01, {serial} je sériové číslo: ventil-{nn}',
  template: 'Šablona konfigurace',
  templateHint: 'Každé zařízení dostane její nastavení, jakmile se připojí.',
  noTemplate: 'Žádná',
  notWished: 'Zařízení je založeno, ale nastavení ze šablony nedostalo.',
  rows: 'Zařízení k převzetí',
  row: 'Řádek',
  result: 'Výsledek',
  ready: 'Připraveno',
  searching: 'Hledají se sériová čísla v tomto prostoru…',
  found:
    'Lze převzít %{smart_count} zařízení. |||| Lze převzít %{smart_count} zařízení. |||| Lze převzít %{smart_count} zařízení.',
  wrong:
    '%{smart_count} řádek má chyby a bude vynechán. |||| %{smart_count} řádky mají chyby a budou vynechány. |||| %{smart_count} řádků má chyby a bude vynecháno.',
  unknownTags: 'prostor nemá štítek %{names}',
  repeated: 'stejné jako v řádku %{row}',
  taken: 'už ho má zařízení v tomto prostoru',
  other: 'Začít znovu',
  submit:
    'Převzít %{smart_count} zařízení |||| Převzít %{smart_count} zařízení |||| Převzít %{smart_count} zařízení',
  retry: 'Zkusit znovu %{smart_count} |||| Zkusit znovu %{smart_count} |||| Zkusit znovu %{smart_count}',
  undo: 'Vrátit zpět',
  undoing: 'Vrácená zařízení',
  undoHint: 'Zařízení, která mezitím něco poslala nebo která někdo změnil, zůstanou.',
  conflict:
    'Odpověď se ztratila a prostor má s tímto sériovým číslem zařízení, které se od řádku liší. Zůstává, jak je.',
  discard: {
    title: 'Zahodit, co bylo načteno?',
    text: '%{smart_count} zařízení je načteno a zatím nepřevzato. |||| %{smart_count} zařízení jsou načtena a zatím nepřevzata. |||| %{smart_count} zařízení je načteno a zatím nepřevzato.',
    confirm: 'Zahodit',
    stay: 'Ponechat',
  },
  kept: 'Mezitím bylo změněno nebo něco poslalo, a tak zůstává.',
}
export default messages
