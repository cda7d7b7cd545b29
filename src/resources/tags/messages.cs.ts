import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné štítky', first: 'první štítek' },
  fields: {
    name: 'Název',
    id: 'ID',
    access_type: 'Typ přístupu',
    color: 'Barva',
    created_at: 'Vytvořeno',
  },
  details: 'Štítek',
  accessTypes: { read: 'Čtení', write: 'Zápis' },
  otherColor: 'jiná barva, %{color}',
  devices: 'Zařízení',
  connectors: 'Konektory',
  keys: 'Klíče',
  counts: {
    devices: '%{smart_count} zařízení |||| %{smart_count} zařízení |||| %{smart_count} zařízení',
    connectors: '%{smart_count} konektor |||| %{smart_count} konektory |||| %{smart_count} konektorů',
    keys: '%{smart_count} klíč |||| %{smart_count} klíče |||| %{smart_count} klíčů',
  },
  carriedBy: '%{what} se štítkem %{name}',
  colors: {
    '#E53935': 'červená',
    '#D81B60': 'růžová',
    '#8E24AA': 'fialová',
    '#5E35B1': 'tmavě fialová',
    '#3949AB': 'indigová',
    '#1E88E5': 'modrá',
    '#039BE5': 'světle modrá',
    '#00ACC1': 'azurová',
    '#00897B': 'modrozelená',
    '#43A047': 'zelená',
    '#7CB342': 'světle zelená',
    '#C0CA33': 'limetková',
    '#FDD835': 'žlutá',
    '#FB8C00': 'oranžová',
    '#F4511E': 'tmavě oranžová',
    '#6D4C41': 'hnědá',
  },
  preview: { title: 'Náhled', device: 'zarizeni-1' },
  messagesOf: 'Zprávy štítku %{name}',
  errors: {
    nameTaken: 'Tento název má jiný štítek',
    name: 'Alespoň 3 znaky, jen malá písmena bez diakritiky, číslice a spojovníky; první je písmeno, poslední písmeno nebo číslice',
  },
  guide: {
    title: 'K čemu jsou štítky',
    devices: {
      title: 'Seskupují zařízení',
      text: 'Podle štítku lze filtrovat seznamy a měnit najednou všechna zařízení, která ho mají.',
    },
    connectors: {
      title: 'Spouštějí konektory',
      text: 'Konektor doručuje zprávy zařízení, která s ním mají společný štítek.',
    },
    keys: { title: 'Omezují klíče', text: 'Klíč se štítky vidí jen zařízení, která některý z nich mají.' },
    access: {
      title: 'Chrání zařízení',
      text: 'Zařízení, jehož všechny štítky mají typ přístupu Čtení, nelze posílat zprávy.',
    },
  },
  create: {
    title: 'Vytvořit štítek',
    submit: 'Vytvořit štítek',
    done: 'Štítek vytvořen',
  },
  edit: { done: 'Štítek upraven' },
  delete: {
    title: 'Smazat štítek %{name}?',
    text: 'Zařízení a konektory o tento štítek přijdou a zprávy už jeho prostřednictvím nebudou spouštět konektory.',
    done: 'Štítek smazán',
    lost: {
      both: 'O tento štítek přijdou %{devices} a %{connectors}; pokud nemají společný jiný štítek, %{messages} přestanou spouštět %{triggered}.',
      messages: 'zprávy tohoto zařízení |||| zprávy těchto zařízení |||| zprávy těchto zařízení',
      triggered: 'tento konektor |||| tyto konektory |||| tyto konektory',
      devices:
        'O tento štítek přijde %{smart_count} zařízení. |||| O tento štítek přijdou %{smart_count} zařízení. |||| O tento štítek přijde %{smart_count} zařízení.',
      connectors:
        'O tento štítek přijde %{smart_count} konektor. |||| O tento štítek přijdou %{smart_count} konektory. |||| O tento štítek přijde %{smart_count} konektorů.',
      nothing: 'Tento štítek nemá žádné zařízení ani konektor.',
    },
    blocked: 'Štítek %{name} nelze smazat',
    limits:
      'Na tento štítek je omezen %{smart_count} klíč. Nejprve mu štítek odeberte, nebo ho smažte: |||| Na tento štítek jsou omezeny %{smart_count} klíče. Nejprve jim štítek odeberte, nebo je smažte: |||| Na tento štítek je omezeno %{smart_count} klíčů. Nejprve jim štítek odeberte, nebo je smažte:',
  },
  notFound: {
    title: 'Štítek nenalezen',
    text: 'Možná byl smazán, nebo patří do jiného prostoru.',
    back: 'Zpět na štítky',
  },
}
export default messages
