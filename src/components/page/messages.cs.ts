import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  breadcrumbs: 'Cesta k této stránce',
  help: 'Nápověda: %{page} (anglicky, otevře se na nové kartě)',
  never: 'nikdy',
  copyFailed: 'Text se nepodařilo zkopírovat',
  cancel: 'Zrušit',
  edit: 'Upravit',
  more: 'Další akce',
  save: 'Uložit',
  create: 'Vytvořit',
  export: 'Exportovat',
  delete: 'Smazat',
  discard: 'Zahodit změny',
  typeName: 'Pro potvrzení napište „%{name}“.',
  saved: 'Uloženo',
  undo: 'Vrátit zpět',
  undone: 'Vráceno zpět',
  textLength: '%{count} z %{max} znaků',
  notFound: {
    title: 'Nenalezeno',
    text: 'Na této adrese nic není, nebo k tomu nemáte přístup.',
    toSpaces: 'Přejít na prostory',
    back: 'Zpět',
  },
  notPermitted: 'Tuto stránku vidí jen správci prostoru. Vaše role v prostoru je „Uživatel“.',
  notPermittedOwn: 'Vaše oprávnění v tomto prostoru tuto stránku nezahrnují.',
  refused: {
    title: 'Přístup byl odepřen',
    text: 'Server odmítl požadavek stránky „%{page}“, proto jste zpět u svých prostorů. Možná se změnila vaše role, nebo už do prostoru nepatříte.',
    somewhere:
      'Server odmítl požadavek, proto jste zpět u svých prostorů. Možná se změnila vaše role, nebo už do prostoru nepatříte.',
  },
  popup: {
    blocked: 'Prohlížeč okno zablokoval. Povolte pro tuto stránku vyskakovací okna a zkuste to znovu.',
    closed: 'Okno bylo zavřeno před dokončením přihlášení.',
  },
  draft: {
    notice: 'Vaše změny nebyly uloženy.',
    restore: 'Obnovit',
    discard: 'Zahodit',
  },
  naming: {
    required: 'Zadejte název',
    mismatch: 'Zadaný text neodpovídá požadovanému vzoru.',
    rule: 'Alespoň 3 znaky: malá písmena bez diakritiky, číslice a spojovníky. Na začátku písmeno, na konci písmeno nebo číslice.',
    link: 'Pravidla pro názvy',
    suggestion: 'Navrhovaný název:',
    take: 'Použít navrhovaný název %{name}',
  },
  secret: { reveal: 'Zobrazit: %{what}', hide: 'Skrýt: %{what}', hidden: '%{what}: skryto' },
  devicesNotFound: 'Zařízení se nepodařilo vyhledat. Upravte text a zkuste to znovu.',
  errors: {
    required: 'Povinný údaj',
    name: 'Alespoň 3 znaky: malá písmena, číslice a spojovníky, na začátku písmeno, na konci písmeno nebo číslice',
    tooShort:
      'Alespoň %{smart_count} znak |||| Alespoň %{smart_count} znaky |||| Alespoň %{smart_count} znaků',
    tooLong:
      'Nejvýše %{smart_count} znak |||| Nejvýše %{smart_count} znaky |||| Nejvýše %{smart_count} znaků',
    tooFew:
      'Alespoň %{smart_count} položka |||| Alespoň %{smart_count} položky |||| Alespoň %{smart_count} položek',
    tooMany:
      'Nejvýše %{smart_count} položka |||| Nejvýše %{smart_count} položky |||| Nejvýše %{smart_count} položek',
    notNumber: 'Musí být číslo',
    notWhole: 'Musí být celé číslo',
    atLeast: 'Alespoň %{limit}',
    moreThan: 'Více než %{limit}',
    atMost: 'Nejvýše %{limit}',
    lessThan: 'Méně než %{limit}',
    multipleOf: 'Násobek %{limit}',
    invalid: 'Tato hodnota není platná',
    unseen: 'Chyba je v poli, které tu není vidět.',
  },
}
export default messages
