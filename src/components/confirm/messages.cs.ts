import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  text: 'Od vašeho přihlášení uplynula delší doba. Pro pokračování ověřte, že jste to vy.',
  code: 'Kód',
  codeHelp: 'Z vaší ověřovací aplikace, nebo jeden z vašich záložních kódů',
  submit: 'Potvrdit',
  nothing: 'Vaši totožnost zde nelze ověřit. Chcete-li pokračovat, přihlaste se znovu.',
  signIn: 'Přihlásit se znovu',
  errors: {
    password: 'Heslo není správné',
    passkey: 'Tento přístupový klíč patří k jinému účtu, nebo nevyžaduje PIN ani otisk prstu',
    provider: 'Toto přihlášení patří k jinému účtu, nebo se vás poskytovatel nezeptal, kdo jste',
    tooMany: 'Příliš mnoho pokusů. Zkuste to prosím za minutu.',
    passwordsOff: 'Přihlašování heslem je vypnuté',
  },
}
export default messages
