import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Konzole',
  messages: 'Zprávy',
  conversation: 'Příkazy a odpovědi',
  empty: 'Zatím žádné příkazy',
  emptyHint:
    'Příkazy pište níže, každý na samostatný řádek. Zařízení je provede, až se příště ozve, a odpovědi se objeví zde.',
  emptyForReader: 'Příkazy mohou posílat jen správci tohoto prostoru. Odpovědi zařízení se objeví zde.',
  cut: 'Zobrazeno je jen posledních %{count} zpráv.',
  older: 'Zobrazit starší zprávy',
  waiting: 'Čeká se na odpověď... %{state}',
  states: { pending: 'zatím nepředáno', sent: 'předáno zařízení', cancelled: 'Zrušeno' },
  result: 'výsledek %{result}',
  noOutput: 'bez výstupu',
  noResponse: 'na tento příkaz nepřišla odpověď',
  answered: 'Odpověď',
  orphan: 'Odpověď na příkaz, který zde není',
  orphanCommand: 'Otevřít příkaz',
  unreadable: 'Tato odpověď má neznámý formát a je zobrazena beze změny:',
  showAll: 'Zobrazit vše',
  answer: 'odpověď',
  newBelow: 'Nové odpovědi níže',
  newAnswer: 'Nová odpověď: %{command}',
  input: 'Příkazy, každý na samostatném řádku',
  inputHint: 'Ctrl+Enter nebo ⌘+Enter odešle, ↑ a ↓ vrátí dřívější příkazy',
  send: 'Odeslat',
  sent: 'Zpráva odeslána',
  search: {
    label: 'Hledat v příkazech a odpovědích',
    clear: 'Zrušit hledání',
    count: '%{count} z %{total}',
    nothing: 'Text „%{query}“ není v žádném příkazu ani odpovědi.',
  },
  cancel: {
    label: 'Zrušit',
    title: 'Zrušit tento příkaz?',
    text: 'Zařízení ho nedostane:',
    confirm: 'Zrušit příkaz',
    keep: 'Ponechat příkaz',
    done: 'Zpráva zrušena',
    tooLate: 'Pozdě: tento příkaz už zrušit nelze.',
  },
}
export default messages
