import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Vytvořit zprávu',
  titleOf: 'Zpráva pro %{name}',
  lastSeen: 'Poslední kontakt',
  waits: 'Zpráva čeká na serveru a zařízení ji převezme, až se příště ozve.',
  noDownlinks: 'Všechny štítky tohoto zařízení jsou jen pro čtení, proto mu nelze poslat žádnou zprávu.',
  type: 'Typ zprávy',
  hints: {
    config: 'Na každém řádku jeden příkaz; prázdné řádky se vynechají.',
    configJson: 'Seznam příkazů ve formátu JSON.',
    data: 'Co má zařízení dostat, ve formátu JSON.',
    shell: 'Seznam příkazů ve formátu JSON. Na každý z nich zařízení odpoví.',
  },
  format: {
    title: 'Způsob zápisu',
    text: 'Text',
    json: 'JSON',
    lossTitle: 'Přepnout na text?',
    loss: 'Text je jen seznam příkazů. Vše, co v tomto JSONu není příkaz, se ztratí.',
    confirm: 'Přepnout na text',
  },
  wmbus: {
    import: 'Importovat adresy wM-BUS',
    hint: 'Soubor .csv nebo .txt s jednou adresou wM-BUS na každém řádku lze také přetáhnout na editor.',
    drop: 'Pusťte soubor sem',
    done: 'Importována %{smart_count} adresa |||| Importovány %{smart_count} adresy |||| Importováno %{smart_count} adres',
    added: 'Jejich příkazy následují za původními.',
    instead: 'Jejich příkazy nahradily ukázku.',
    replaceTitle: 'Nahradit adresy?',
    replace: 'Zpráva už obsahuje příkazy pro adresy wM-BUS. Nahradí je adresy ze souboru.',
    confirm: 'Nahradit',
  },
  submit: 'Naplánovat zprávu',
  shortcut: 'nebo Ctrl+Enter',
  done: 'Zpráva naplánována',
  errors: {
    configSave: 'Ve zprávě nelze poslat příkaz „config save“. Odstraňte ho prosím.',
    json: 'Toto není JSON: řádek %{line}, sloupec %{column}.',
    commands: 'Zpráva typu shell je seznam příkazů, například ["info show"].',
    empty: 'Není co poslat.',
    unsendable: 'Obsah je zanořený příliš hluboko nebo obsahuje příliš velké číslo.',
    fileType: 'Vyberte prosím platný soubor CSV nebo TXT.',
    addresses: 'Vyberte prosím soubor, který obsahuje jen adresy wM-BUS.',
    fileSize: 'Soubor je příliš velký: nejvýše %{max} kB.',
    fileUnread: 'Soubor nelze přečíst.',
    noList: 'Adresy lze přidat jen do seznamu příkazů a tento JSON jím není.',
  },
}
export default messages
