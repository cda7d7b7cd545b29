import type { Translated } from '../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  skip: 'Přejít k obsahu',
  home: '%{product}, seznam prostorů',
  menu: {
    label: 'Hlavní nabídka',
    open: 'Otevřít nabídku',
    collapse: 'Sbalit nabídku',
    expand: 'Rozbalit nabídku',
    space: 'Prostor',
    spaceInfo: 'Informace o prostoru',
    selectSpace: 'Nejprve vyberte prostor',
    documentation: 'Dokumentace',
    website: 'Webové stránky',
    legacy: 'Starší verze cloudu',
    newTab: 'otevře se na nové kartě',
    adminArea: 'Správa systému',
    backToCloud: 'Zpět do cloudu',
    overview: 'Přehled',
  },
  space: {
    select: 'Vybrat prostor',
    current: 'Prostor %{name}',
    filter: 'Filtrovat prostory',
    list: 'Prostory',
    invitation: 'Pozvánka',
    loading: 'Načítají se prostory…',
    failed: 'Prostory se nepodařilo načíst.',
    none: 'Zatím tu nejsou žádné prostory.',
    noMatch: 'Filtru neodpovídá žádný prostor.',
    create: 'Vytvořit prostor',
    browse: 'Procházet prostory',
  },
  palette: {
    open: 'Hledat',
  },
  account: {
    menu: 'Účet: %{name}',
    menuOfNobody: 'Účet',
    profile: 'Upravit profil',
    logout: 'Odhlásit se',
  },
  admin: {
    title: 'Správa systému',
  },
}
export default messages
