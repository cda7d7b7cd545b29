import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné šablony konfigurace', first: 'první šablonu konfigurace' },
  fields: {
    id: 'ID',
    name: 'Název',
    settings: 'Nastavení',
    tags: 'Určeno pro',
    comment: 'Komentář',
    created_at: 'Vytvořeno',
  },
  details: 'Šablona konfigurace',
  allDevices: 'Všechna zařízení',
  count: '%{smart_count} nastavení |||| %{smart_count} nastavení |||| %{smart_count} nastavení',
  guide: {
    title: 'K čemu jsou šablony',
    text: 'Šablona obsahuje nastavení, která má mít více zařízení. Na stránce zařízení je požadujete volbou „Převzít ze šablony“; zařízení pak dostane, co mu chybí. Změna šablony žádné zařízení nezmění.',
  },
  form: {
    setting: 'Nastavení %{number}',
    settingName: 'Nastavení',
    settingValue: 'Hodnota',
    add: 'Přidat nastavení',
    remove: 'Odebrat nastavení %{number}',
    none: 'Nastavení je název a hodnota, například app config interval-report a 900.',
  },
  errors: {
    nameTaken: 'Jiná šablona už má tento název',
    none: 'Je potřeba alespoň jedno nastavení',
    duplicate: 'Toto nastavení už má jiný řádek',
    tooMany: 'Počet nastavení šablony může být nejvýše %{max}',
    name: 'Toto není název nastavení',
    save: 'Příkaz config save nelze poslat',
  },
  create: {
    title: 'Vytvořit šablonu konfigurace',
    submit: 'Vytvořit šablonu',
    done: 'Šablona konfigurace vytvořena',
  },
  edit: { done: 'Šablona konfigurace upravena' },
  delete: {
    title: 'Smazat šablonu konfigurace %{name}?',
    text: 'Žádné zařízení se nezmění. Tuto akci nelze vrátit zpět.',
    done: 'Šablona konfigurace smazána',
  },
  notFound: {
    title: 'Šablona konfigurace nenalezena',
    text: 'Možná byla smazána, nebo patří do jiného prostoru.',
    back: 'Zpět na šablony',
  },
}
export default messages
