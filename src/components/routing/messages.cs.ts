import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  asNow: 'Podle současných štítků a konektorů.',
  noConnectors: 'V tomto prostoru nejsou žádné konektory.',
  showOthers:
    'Zobrazit %{smart_count} další konektor |||| Zobrazit %{smart_count} další konektory |||| Zobrazit %{smart_count} dalších konektorů',
  sharedTags: 'Společné štítky',
  reasons: {
    disabled: 'je vypnutý',
    direction: 'má směr „%{direction}“',
    trigger: 'typ „%{type}“ není mezi jeho spouštěči',
    tag: 'nemá se zařízením žádný společný štítek',
    later: 'byl vytvořen až po zprávě',
    alerts: 'doručuje jen upozornění',
  },
  noTriggers: 'žádný z jeho spouštěčů není typem zprávy',
  devices: {
    list: 'Zařízení se společným štítkem',
    triggeredBy: 'Zprávy, které jej spouštějí (%{direction})',
    count:
      '%{smart_count} zařízení má s konektorem společný štítek. |||| %{smart_count} zařízení mají s konektorem společný štítek. |||| %{smart_count} zařízení má s konektorem společný štítek.',
    none: 'Žádné zařízení nemá některý z jeho štítků, takže jej nespustí žádná zpráva.',
    tagless: 'Nemá štítky, takže mu neodpovídá žádné zařízení.',
    alerts: 'Doručuje jen upozornění, takže žádné zařízení nepotřebuje.',
    standstill: {
      disabled: 'Je vypnutý, takže jej nespustí žádná zpráva.',
      trigger: 'Žádný z jeho spouštěčů není typem zprávy, takže jej nespustí žádná zpráva.',
    },
  },
  device: {
    title: 'Konektory',
    hint: 'Které konektory spustí další zpráva tohoto zařízení.',
    list: 'Konektory zařízení',
    none: 'Zprávy tohoto zařízení nepředává žádný konektor.',
    triggers: 'Spouští jej (%{direction})',
    not: 'Nespustí se: %{reasons}.',
  },
  message: {
    title: 'Konektory',
    hint: 'Které konektory tato zpráva spustila a proč ostatní ne.',
    list: 'Konektory a tato zpráva',
    not: 'Nespuštěn: %{reasons}.',
    changed:
      'Nespuštěn, ale nyní by byl: od té doby se změnil konektor nebo štítky zařízení, případně doručení ještě nezačalo.',
    deleted: 'Smazaný konektor',
    outcomes: {
      delivered: 'Doručeno',
      retry: 'Selhalo a bude se opakovat',
      failed: 'Nedoručeno',
      cancelled: 'Nic se neodeslalo: funkce vrátila null',
    },
    attempt: 'pokus %{number}',
    status: 'stavový kód %{status}',
    delivery: 'Doručení',
    deliveryOf: 'Doručení konektoru %{name}',
    test: 'Vyzkoušet s touto zprávou',
    testOf: 'Vyzkoušet konektor %{name} s touto zprávou',
  },
  test: {
    label: 'Vyzkoušet konektor s touto zprávou',
    failed: 'Konektory se nepodařilo načíst',
  },
}
export default messages
