import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  invitation: {
    title: 'Pozvánka',
    text: {
      user: 'Byli jste pozváni do prostoru %{space} jako uživatel: budete v něm moci číst.',
      admin: 'Byli jste pozváni do prostoru %{space} jako správce: budete v něm moci vše měnit.',
    },
    sender: 'Zve vás %{sender}.',
    known: 'S touto e-mailovou adresou máte účet. Přihlaste se a pozvánku přijměte.',
    new: 'Pro vstup si zvolte heslo.',
    either: 'Pokud s touto e-mailovou adresou ještě účet nemáte, zvolte si heslo.',
    refuse: 'Odmítnout',
    refuseText:
      'Odesílatel se to nedozví. Když odmítnete všechny pozvánky od tohoto člověka, nebudou vám o nich chodit e-maily.',
    refuseTextOfKey: 'Odesílatel se to nedozví.',
    refuseAll: 'Odmítat vše od %{sender}',
    refused: 'Odmítli jste pozvánku.',
    refusedAll: 'Odmítáte všechny pozvánky od %{sender}. S účtem to můžete změnit v profilu.',
    back: 'Zpět',
  },
  callback: {
    working: 'Přihlašování…',
    failed: 'Ověření se nezdařilo',
    succeeded: 'Ověření proběhlo úspěšně',
    toSpaces: 'Procházet prostory',
    popup: 'Jste zpět',
    popupHint: 'Toto okno se zavře samo. Pokud ne, zavřete ho a zkuste to znovu.',
    notConnected: 'tento účet není správně propojen s cloudem %{product}',
    failure: 'Ověření se nezdařilo: %{message}',
  },
  storage:
    'Tento prohlížeč blokuje data webů: zůstanete přihlášeni jen do opětovného načtení této stránky a přes poskytovatele identity se přihlásit nejde. Povolte v nastavení prohlížeče soubory cookie a data webu pro %{host}.',
  other: {
    text: 'Jste přihlášeni jako %{email}, tento odkaz je pro %{owner}.',
    leave: 'Odhlásit se a pokračovat',
    stay: 'Zůstat v tomto účtu',
  },
  otherPerson: {
    title: 'Je přihlášen jiný účet',
    named:
      'Na jiné kartě tohoto prohlížeče se přihlásil účet %{email}. Tato karta patří účtu %{owner} a co jste na ní napsali, mu zůstává.',
    text: 'Na jiné kartě tohoto prohlížeče se přihlásil jiný účet. Co jste na této kartě napsali, zůstává předchozímu účtu.',
    goOn: 'Pokračovat s tímto účtem',
    goOnAs: 'Pokračovat jako %{email}',
    signInAgain: 'Odhlásit se a přihlásit se k předchozímu účtu',
  },
  noAdmin: {
    title: 'Nastavení služby %{product}',
    text: 'Tento server zatím nemá správce. Při spuštění vypsal odkaz, kterým se první správce vytvoří.',
    where:
      'V terminálu, kde jste spustili „npm start“, nebo v protokolu serveru najděte řádek „Create the first system admin“ a otevřete odkaz v něm. Platí jeden den; další spuštění vypíše nový.',
    signIn: 'Přihlásit se účtem',
  },
  setup: {
    title: 'Vytvoření prvního správce',
    hint: 'Tento server zatím nemá správce systému. Odkaz funguje jednou, platí jeden den a jen do dalšího spuštění serveru.',
    submit: 'Vytvořit správce',
    noToken: 'Odkaz není úplný. Otevřete ho přesně tak, jak ho server vypsal.',
    deadLink:
      'Tento odkaz už neplatí: byl už použit, je starší než jeden den, nebo byl server mezitím znovu spuštěn. Dokud není žádný správce, server při každém spuštění vypíše nový.',
    failed: 'Správce nebyl vytvořen',
    done: 'Správce byl vytvořen',
  },
  verification: {
    title: 'Ověření e-mailu',
    submit: 'Ověřit tuto adresu',
    success: 'Vaše e-mailová adresa je ověřena. Nyní se můžete přihlásit.',
    error: 'Ověření se nezdařilo. Odkaz může být neúplný nebo už byl použit.',
    again: 'Přihlaste se: pokud adresa ještě není ověřena, dostanete nový e-mail.',
  },
  recovery: {
    title: 'Obnovení přístupu správce',
    failed: 'Přihlášení se nezdařilo. Vypište si nový odkaz v příkazovém řádku serveru.',
  },
  reset: {
    title: 'Nastavení nového hesla',
    submit: 'Nastavit heslo',
    done: 'Heslo bylo úspěšně změněno. Přihlaste se prosím.',
    failed: 'Obnovení hesla se nezdařilo. Zkuste to prosím s novou žádostí.',
    deadLink: 'Tento odkaz už neplatí: vypršel, už byl použit, nebo není úplný.',
    again: 'Požádat o nový odkaz',
    invalidLink: 'Neplatný odkaz pro obnovení hesla. Zkuste to prosím znovu.',
  },
  forgotten: {
    title: 'Zapomenuté heslo',
    hint: 'Pošleme vám e-mail s odkazem pro nastavení nového hesla.',
    submit: 'Odeslat e-mail',
    ask: 'Požádat o odkaz',
    sent: 'Pokud má %{email} účet, e-mail s odkazem přijde během několika minut. Podívejte se i do nevyžádané pošty.',
    done: 'E-mail pro obnovení hesla byl odeslán. Zkontrolujte prosím svou schránku.',
    asked: 'O odkaz je požádáno.',
  },
  noMail:
    'Tento server nemá poštovní server. Jeho e-maily jsou v jeho složce „outbox“: požádejte o odkaz jeho správce.',
  signUp: {
    title: 'Vytvoření účtu',
    done: 'Váš účet byl vytvořen. Přihlaste se prosím.',
    verify: 'Nejprve otevřete odkaz v e-mailu, který jsme vám právě poslali.',
    mayVerify: 'Pokud vám právě přišel e-mail s odkazem, otevřete nejprve tento odkaz.',
    byInvitation: 'Účty vznikají jen pozváním. Požádejte o pozvánku někoho, kdo účet má.',
    deadLink:
      'Tento odkaz už neplatí. Požádejte toho, kdo vás pozval, o nový. Pokud už účet máte, přihlaste se.',
  },
}
export default messages
