import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  sample: 'Vzorek',
  type: 'Typ zprávy',
  typeOrAlert: 'Typ zprávy nebo upozornění',
  alerts: { opened: 'Otevření upozornění', ended: 'Vyřešení upozornění' },
  device: 'Zařízení',
  anyDevice: 'Zahrnout i zařízení bez společného štítku',
  message: { up: 'Zpráva ze zařízení (%{type})', down: 'Zpráva do zařízení (%{type})' },
  latest: 'Načíst poslední zprávu',
  noSharedTag:
    'Žádné zařízení nemá s tímto konektorem společný štítek. Chcete-li kód na některém vyzkoušet, zahrňte i zařízení bez společného štítku.',
  noDevices:
    'V tomto prostoru nejsou žádná zařízení. Chcete-li kód vyzkoušet, vložte do vstupu vlastní úlohu.',
  noDevicesToTest: 'V tomto prostoru nejsou žádná zařízení, takže není čím zkoušet.',
  noMessage:
    'Toto zařízení nemá od 1. ledna 2023 žádnou zprávu typu %{type}. Zvolte jiný typ, nebo vložte zprávu do vstupu.',
  messageGone: 'Tato zpráva v tomto prostoru není, nebo byla smazána.',
  notLoaded: 'Vzorek se nepodařilo načíst.',
  mismatch: {
    disabled: 'Tato zpráva by se nepředala: konektor je vypnutý.',
    direction: 'Tato zpráva by se nepředala: konektor je pro opačný směr.',
    trigger: 'Tato zpráva by se nepředala: její typ není mezi spouštěči konektoru.',
    tag: 'Tato zpráva by se nepředala: její zařízení nemá s konektorem společný štítek.',
  },
  input: 'Vstup',
  inputHint: 'Úloha předaná funkci main(job). Upravte ji, nebo vložte zprávu.',
  noJson: 'Toto není platný JSON, proto se kód nespustí.',
  reset: 'Vrátit změny vstupu',
  result: 'Výsledek',
  running: 'Kód běží',
  rounded:
    'JavaScript zaokrouhluje celá čísla nad 2^53. Výsledek neobsahuje všechny číslice těchto čísel ze vstupu: %{numbers}',
  noSandbox: 'Kód nelze spustit: izolované prostředí se nerozběhlo.',
  nothing: 'Kód se spustí, jakmile bude vzorek k dispozici.',
  verdict: {
    published: 'Zpráva by byla publikována',
    sent: 'Odeslal by se požadavek',
    cancelled: 'Zrušeno: kód vrátil null, takže by se nic neodeslalo',
    failed: 'Doručení by selhalo',
  },
  ignored: {
    replaced: 'Kód vrací %{by} i %{name}: %{name} nemá žádný účinek.',
    unknownOfMqtt: 'Tyto názvy nemají žádný účinek: %{names}. Zpráva se skládá z topic, data, qos a retain.',
    unknown: 'Tyto názvy nemají žádný účinek: %{names}. Požadavek se skládá z method, url, header a data.',
  },
  took: '%{time} ms',
  tabs: {
    output: 'Výstup',
    publication: 'Zpráva',
    request: 'Požadavek',
    difference: 'Rozdíl',
    console: 'Konzole (%{count})',
  },
  console: 'Konzole',
  difference: 'Rozdíl mezi tělem zprávy a tělem požadavku',
  noRequest: 'Nic by se neodeslalo.',
  request: {
    line: 'Metoda a URL',
    header: 'Hlavičky',
    added: 'Server přidává vlastní hlavičky, mimo jiné ID a podpis doručení.',
    noBody: 'Požadavek nemá tělo.',
    body: 'Tělo, %{size} bajt |||| Tělo, %{size} bajty |||| Tělo, %{size} bajtů',
  },
  publication: {
    topic: 'Topic',
    how: 'Způsob',
    qos: {
      once: 'odešle se jednou a nepotvrzuje se (QoS 0)',
      confirmed: 'doručena, až ji broker potvrdí (QoS 1)',
    },
    retain: 'broker ji uchová pro ty, kdo se přihlásí později',
    payload: 'Obsah, %{size} bajt |||| Obsah, %{size} bajty |||| Obsah, %{size} bajtů',
    empty: 'Obsah zprávy je prázdný.',
    difference: 'Rozdíl mezi tělem zprávy a publikovaným obsahem',
  },
  noLogs: 'Kód pomocí console.log nic nevypsal.',
  same: 'Tělo zprávy by se odeslalo beze změny.',
  batch: {
    title: 'Posledních 200 zpráv',
    scope: 'Zprávy',
    tags: 'Všech zařízení se společným štítkem',
    device: 'Zařízení %{name}',
    run: 'Spustit na nich kód',
    stop: 'Zastavit',
    loading: 'Načítají se zprávy…',
    running:
      'Kód běží: %{done} z %{smart_count} zprávy |||| Kód běží: %{done} ze %{smart_count} zpráv |||| Kód běží: %{done} z %{smart_count} zpráv',
    stopped:
      'Zastaveno po %{done} z %{smart_count} zprávy |||| Zastaveno po %{done} ze %{smart_count} zpráv |||| Zastaveno po %{done} z %{smart_count} zpráv',
    finished:
      'Kód proběhl na %{smart_count} zprávě |||| Kód proběhl na %{smart_count} zprávách |||| Kód proběhl na %{smart_count} zprávách',
    none: 'Tato zařízení nemají žádné zprávy, které by konektor spustily.',
    changed: 'Kód se od té doby změnil.',
    table: 'Výsledky pro zprávy',
    kinds: { sent: 'Odesláno', cancelled: 'Zrušeno', failed: 'Selhalo' },
    count: 'Zprávy',
    error: 'Chyba',
    try: 'Editor',
    open: 'Otevřít nejnovější v editoru',
  },
  save: {
    cancels: 'Uložit kód, který ruší dávky?',
    title: 'Uložit kód, který selhává?',
    text: 'Tento kód na vzorku z náhledu selhává:',
    anyway: 'Přesto uložit',
    back: 'Zpět ke kódu',
  },
}
export default messages
