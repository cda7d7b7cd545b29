import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Certifikáty',
  hint: 'Pro https a mqtts: klientský certifikát pro příjemce nebo broker, který ho vyžaduje (mTLS), a vlastní autority k jejich ověření.',
  none: 'Žádné certifikáty',
  subject: 'Subjekt',
  fingerprint: 'Otisk SHA-256',
  notAfter: 'Platí do',
  ca: 'Příjemce ověřuje',
  ownCa: 'vlastní autorita',
  publicCa: 'veřejné autority',
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
  text: 'Vložte PEM: klientský certifikát s klíčem, autoritu, nebo všechny tři. Nahradí současné. Klíč se už nikdy nezobrazí.',
  fields: {
    certificate: 'Klientský certifikát (nepovinný)',
    key: 'Soukromý klíč',
    ca: 'Autorita příjemce (nepovinná)',
  },
  hints: {
    certificate: 'Může za ním následovat jeho řetězec.',
    key: 'Klíč klientského certifikátu, nešifrovaný.',
    ca: 'Nahradí veřejné autority, pro příjemce s vaším vlastním certifikátem.',
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
  done: 'Certifikáty nastaveny',
  removeTitle: 'Odebrat certifikáty konektoru %{name}?',
  removeText:
    'Příjemce, který vyžaduje klientský certifikát, konektor odmítne, a konektor bude důvěřovat jen veřejným autoritám.',
  removed: 'Certifikáty odebrány',
}
export default messages
