import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné prostory', first: 'svůj první prostor' },
  details: 'Prostor',
  info: 'Podrobnosti o prostoru %{name}',
  state: 'Zařízení',
  inTrouble:
    '%{smart_count} mlčí nebo má zpoždění |||| %{smart_count} mlčí nebo mají zpoždění |||| %{smart_count} mlčí nebo má zpoždění',
  allWell: 'Žádné nemlčí ani nemá zpoždění',
  fields: {
    id: 'ID',
    name: 'Název',
    type: 'Typ',
    user_role: 'Vaše role',
    user_permissions: 'Vaše oprávnění',
    user_tags: 'Vidíte jen',
    user_ends_at: 'Váš přístup',
    created_at: 'Vytvořeno',
    invited: 'Pozvánka',
  },
  types: { personal: 'Osobní', team: 'Týmový', default: 'Výchozí', premium: 'Prémiový' },
  invitation: {
    invited: 'Pozvání',
    accept: 'Přijmout',
    acceptFor: 'Přijmout pozvání do prostoru %{name}',
    accepted: 'Jste členem prostoru %{name}',
    text: {
      user: 'Byli jste pozváni do prostoru %{name} jako uživatel: budete v něm moci číst.',
      admin: 'Byli jste pozváni do prostoru %{name} jako správce: budete v něm moci vše měnit.',
    },
    sender: 'Zve vás %{sender}.',
    notNow: 'Teď ne',
    missing: 'Účet %{email} takové pozvání nemá. Možná bylo zrušeno, nebo patří jinému vašemu účtu.',
    otherAccount: 'Přihlásit se jiným účtem',
  },
  refusal: {
    title: 'Odmítnout pozvánku do prostoru %{name}?',
    text: '%{sender} se to nedozví. Můžete také natrvalo odmítnout všechny pozvánky od tohoto odesílatele: neuvidíte je a nepřijdou vám ani e-mailem. Změnit to můžete v profilu.',
    textOfKey: 'Odesílatel se to nedozví.',
    refuse: 'Odmítnout',
    refuseFor: 'Odmítnout pozvánku do prostoru %{name}',
    all: 'Odmítat vše od %{sender}',
    done: 'Odmítli jste pozvánku do prostoru %{name}',
    doneAll: 'Odmítáte všechny pozvánky od %{sender}',
  },
  create: {
    title: 'Vytvořit prostor',
    submit: 'Vytvořit prostor',
    done: 'Prostor byl vytvořen',
  },
  delete: {
    title: 'Smazat prostor %{name}?',
    losses: 'Má %{devices} a %{people}.',
    devices: '%{smart_count} zařízení |||| %{smart_count} zařízení |||| %{smart_count} zařízení',
    people: '%{smart_count} uživatele |||| %{smart_count} uživatele |||| %{smart_count} uživatelů',
    text: 'Spolu s ním se pro všechny smažou i jeho zařízení, zprávy a štítky. Tuto akci nelze vrátit zpět.',
    done: 'Prostor byl smazán',
  },
  notFound: {
    title: 'Prostor nenalezen',
    text: 'Možná byl smazán, nebo v něm nejste členem.',
    back: 'Zpět na prostory',
  },
}
export default messages
