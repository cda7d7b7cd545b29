import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Klientský certifikát',
  hint: 'Konektor se jím prokazuje příjemci nebo brokeru, který ho vyžaduje (mTLS), přes https a mqtts.',
  none: 'Žádný není nastaven.',
  subject: 'Subjekt',
  fingerprint: 'Otisk SHA-256',
  notAfter: 'Platí do',
  ca: 'Příjemce se ověřuje podle',
  ownCa: 'vlastní autority',
  publicCa: 'veřejných autorit',
  set: 'Nastavit certifikát',
  replace: 'Vyměnit',
  remove: 'Odebrat',
  expires: 'Platnost certifikátu brzy skončí: %{time}. Příjemce, který ho vyžaduje, pak konektor odmítne.',
  expired: 'Platnost certifikátu skončila: %{time}. Příjemce, který ho vyžaduje, konektor odmítá.',
  setTitle: 'Nastavit klientský certifikát konektoru %{name}',
  text: 'Vložte texty ve formátu PEM. Klíč lze jen zapsat: znovu si ho tu už nelze přečíst.',
  fields: {
    certificate: 'Certifikát',
    key: 'Soukromý klíč',
    ca: 'Autorita příjemce (nepovinná)',
  },
  hints: {
    certificate: 'Mohou za ním následovat další certifikáty řetězce.',
    key: 'Nešifrovaný.',
    ca: 'Místo veřejných autorit, pro příjemce s vaším vlastním certifikátem.',
  },
  files: {
    certificate: 'Certifikát ze souboru',
    key: 'Klíč ze souboru',
    ca: 'Autorita ze souboru',
  },
  errors: {
    noCertificate: 'Toto není certifikát ve formátu PEM.',
    noKey: 'Toto není soukromý klíč ve formátu PEM.',
    encrypted: 'Klíč nesmí být šifrovaný.',
    otherKey: 'Tento klíč k certifikátu nepatří.',
    keyKind: 'EC, Ed25519, Ed448, nebo RSA s nejvýše 8192 bity.',
    notYet: 'Tento certifikát ještě neplatí.',
    expired: 'Platnost tohoto certifikátu skončila.',
    noCa: 'Toto není certifikát ve formátu PEM.',
    unusable: 'Tento certifikát nelze pro spojení použít.',
  },
  save: 'Nastavit',
  done: 'Konektor má nový certifikát',
  removeTitle: 'Odebrat klientský certifikát konektoru %{name}?',
  removeText: 'Příjemce, který ho vyžaduje, konektor odmítne.',
  removed: 'Konektor už nemá certifikát',
}
export default messages
