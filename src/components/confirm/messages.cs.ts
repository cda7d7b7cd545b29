import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Potvrďte, že jste to vy',
  text: 'Od vašeho přihlášení uplynula delší doba. Pro tento krok je třeba ověřit, že jste to stále vy.',
  password: 'Heslo',
  code: 'Kód',
  codeHelp: 'Z vaší ověřovací aplikace, nebo jeden z vašich záložních kódů',
  submit: 'Potvrdit',
  passkey: 'Použít přístupový klíč',
  provider: 'Pokračovat přes %{name}',
  or: 'nebo',
  nothing: 'Tento účet tu nelze potvrdit. Chcete-li pokračovat, přihlaste se znovu.',
  signIn: 'Přihlásit se znovu',
  notDone: 'Neprovedeno: nepotvrdili jste, kdo jste',
  errors: {
    required: 'Povinné',
    password: 'Heslo není správné',
    code: 'Kód není správný, nebo už byl použit',
    passkey: 'Tento přístupový klíč nestačí: patří k jinému účtu, nebo nevyžaduje PIN ani otisk prstu',
    provider: 'Toto přihlášení nestačí: patří k jinému účtu, nebo se vás poskytovatel na přihlášení nezeptal',
    tooMany: 'Příliš mnoho pokusů. Počkejte prosím minutu a zkuste to znovu.',
    passwordsOff: 'Přihlašování heslem je vypnuté',
  },
}
export default messages
