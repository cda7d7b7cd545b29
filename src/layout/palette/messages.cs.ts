import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  label: 'Hledání a příkazy',
  placeholder: 'Hledejte nebo zadejte příkaz',
  results: 'Výsledky',
  recent: 'Naposledy otevřené',
  profile: 'Profil',
  settings: 'Nastavení',
  go: 'Přejít na',
  actions: 'Akce',
  searching: 'Hledá se…',
  failed: 'Některé výsledky se nepodařilo načíst.',
  otherSpaces: 'V jiných prostorech',
  ownSpaces: 'Ve vašich prostorech',
  words: {
    create: 'nový nová nové přidat založit',
    scan: 'kamera zařízení',
    logout: 'logout odejít',
    print: 'tisk papír pdf',
    profile: 'způsoby přihlášení, časové pásmo',
    notifications: 'e-maily, upozornění, doba klidu',
    security:
      'heslo, přístupové klíče, passkey, ověřovací aplikace, záložní kódy, kde jste přihlášeni, relace, druhý faktor, dvoufaktorové ověření, přihlášení, 2FA, MFA, OTP',
  },
  tooShort: 'Všechna zařízení se hledají od 3 znaků.',
  none: 'Nic nenalezeno.',
  more: 'Odpovídá víc zařízení. Pište dál a hledání se zúží.',
  all: 'Zobrazit všechna v seznamu',
  some: '%{shown} z %{total} zařízení',
  byComment: 'Zařízení, která mají v komentáři „%{text}“',
  scan: 'Načíst QR kód',
  print: 'Vytisknout tuto stránku',
  thinOn: 'Zapnout kompaktní režim',
  thinOff: 'Vypnout kompaktní režim',
}
export default messages
