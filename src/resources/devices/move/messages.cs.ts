import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  section: 'Jiný prostor',
  about:
    'Přesuňte zařízení do jiného prostoru. Jeho proměnné se přesunou s ním; zprávy a historie hodnot zůstanou čitelné v tomto prostoru.',
  label: 'Přesunout do jiného prostoru',
  title: 'Přesunout zařízení %{name} do jiného prostoru',
  space: 'Prostor',
  spaceHint: 'V prostoru musíte mít roli správce.',
  noSpaces:
    'V žádném jiném prostoru nejste správce. Vytvořte si nový, nebo o tuto roli v některém požádejte.',
  spacesNotFound: 'Prostory se nepodařilo načíst',
  choose: 'Vyberte prostor a uvidíte, co se přesunem změní.',
  submit: 'Přesunout',
  done: 'Zařízení přesunuto do prostoru %{space}',
  losses: 'Co se ztratí',
  nothingLost: 'Nic se neztratí.',
  gains: 'Co se přesune s ním',
  messages: {
    title: 'Zprávy',
    none: 'Zařízení žádné nemá.',
    stay: '%{smart_count} zpráva tu zůstane čitelná jako dosud. |||| %{smart_count} zprávy tu zůstanou čitelné jako dosud. |||| %{smart_count} zpráv tu zůstane čitelných jako dosud.',
    manyStay: 'Více než %{count} zpráv tu zůstane čitelných jako dosud.',
    untagged:
      'Přijdou ale o štítky zařízení: filtr podle štítku je už nenajde a klíče omezené na štítky je už nepřečtou.',
    next: 'Příští zpráva přijde do prostoru %{space}.',
  },
  histories: {
    title: 'Historie hodnot',
    stay: 'Historie %{smart_count} hodnoty zůstane tady. V prostoru %{space} začne znovu příští zprávou. |||| Historie %{smart_count} hodnot zůstanou tady. V prostoru %{space} začnou znovu příští zprávou. |||| Historie %{smart_count} hodnot zůstanou tady. V prostoru %{space} začnou znovu příští zprávou.',
    before: 'Hodnoty do %{date} jsou v prostoru %{space}.',
    beforeUnseen: 'Hodnoty do %{date} jsou v jiném prostoru.',
    after: 'Hodnoty od %{date} jsou v prostoru %{space}.',
    afterUnseen: 'Hodnoty od %{date} jsou v jiném prostoru.',
    open: 'Historie tam',
  },
  lost: {
    tags: 'Štítky, protože prostor %{space} žádné stejného názvu nemá',
    connectors: 'Konektory, které už jeho zprávy nespustí',
    rules: 'Pravidla upozornění, která pro něj přestanou platit',
    keys: 'Klíče, které se k zařízení už nedostanou',
    variables:
      '%{smart_count} proměnná celého prostoru pro něj přestane platit |||| %{smart_count} proměnné celého prostoru pro něj přestanou platit |||| %{smart_count} proměnných celého prostoru pro něj přestane platit',
    downlinks:
      '%{smart_count} čekající zpráva pro zařízení se zruší |||| %{smart_count} čekající zprávy pro zařízení se zruší |||| %{smart_count} čekajících zpráv pro zařízení se zruší',
    jobs: '%{smart_count} úloha firmwaru se zruší |||| %{smart_count} úlohy firmwaru se zruší |||| %{smart_count} úloh firmwaru se zruší',
  },
  gained: {
    self: 'Název, sériové číslo, komentář, popisky a přiřazovací token',
    tags: 'Štítky stejného názvu v prostoru %{space}',
    variables: 'Jeho vlastní proměnné',
    connectors: 'Konektory prostoru %{space}, které jeho zprávy spustí',
    rules: 'Pravidla upozornění prostoru %{space}, která pro něj budou platit',
  },
  left: 'Přesunuto do prostoru %{space} %{date}. Zprávy a historie do té doby zůstávají tady; na zařízení už tu nelze nic změnit.',
  leftUnseen:
    'Přesunuto do jiného prostoru %{date}. Zprávy a historie do té doby zůstávají tady; na zařízení už tu nelze nic změnit.',
  open: 'Otevřít v novém prostoru',
  came: 'Přesunuto sem z prostoru %{space} %{date}.',
  cameUnseen: 'Přesunuto sem z jiného prostoru %{date}.',
  earlier: 'Dřívější zprávy',
}
export default messages
