import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Certifikáty',
  hint: 'Pro https a mqtts: klientský certifikát pro příjemce nebo broker, který ho vyžaduje (mTLS), a vlastní autority, podle kterých je konektor ověřuje.',
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
  shown: 'Klientský certifikát',
  noneShown: 'žádný',
  ends: {
    soon: 'Platnost certifikátu brzy skončí: %{time}. Příjemce, který ho vyžaduje, pak konektor odmítne.',
    over: 'Platnost certifikátu skončila: %{time}. Příjemce, který ho vyžaduje, konektor odmítá.',
  },
  caEnds: {
    soon: 'Platnost autority brzy skončí: %{time}. Konektor pak nebude svému příjemci důvěřovat.',
    over: 'Platnost autority skončila: %{time}. Konektor svému příjemci nedůvěřuje.',
  },
  setTitle: 'Nastavit certifikáty konektoru %{name}',
  text: 'Vložte texty ve formátu PEM: klientský certifikát s klíčem, autoritu, nebo všechny tři. Nahradí to, co je nastaveno. Klíč lze jen zapsat: znovu si ho tu už nelze přečíst.',
  fields: {
    certificate: 'Klientský certifikát (nepovinný)',
    key: 'Soukromý klíč',
    ca: 'Autorita příjemce (nepovinná)',
  },
  hints: {
    certificate: 'Mohou za ním následovat další certifikáty řetězce.',
    key: 'Klientského certifikátu, nešifrovaný.',
    ca: 'Místo veřejných autorit, pro příjemce s vaším vlastním certifikátem.',
  },
  files: {
    certificate: 'Certifikát ze souboru',
    key: 'Klíč ze souboru',
    ca: 'Autorita ze souboru',
  },
  errors: {
    missing: 'Povinné, pokud nenastavujete jen autoritu.',
    noCertificate: 'Toto není certifikát ve formátu PEM.',
    noKey: 'Toto není soukromý klíč ve formátu PEM.',
    encrypted: 'Klíč nesmí být šifrovaný.',
    otherKey: 'Tento klíč k certifikátu nepatří.',
    keyKind: 'EC, Ed25519, Ed448, nebo RSA s nejvýše 8192 bity.',
    notYet: 'Tento certifikát ještě neplatí.',
    expired: 'Platnost tohoto certifikátu skončila.',
    noCa: 'Toto není certifikát ve formátu PEM.',
    expiredCa: 'Platnost této autority skončila.',
    unusable: 'Tento certifikát nelze pro spojení použít.',
  },
  save: 'Nastavit',
  done: 'Konektor má nové certifikáty',
  removeTitle: 'Odebrat certifikáty konektoru %{name}?',
  removeText:
    'Příjemce, který vyžaduje klientský certifikát, konektor odmítne, a konektor bude důvěřovat jen veřejným autoritám.',
  removed: 'Konektor už nemá žádné certifikáty',
}
export default messages
