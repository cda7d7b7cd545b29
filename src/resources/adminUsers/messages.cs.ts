import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádní uživatelé', first: 'prvního uživatele' },
  details: 'Uživatel',
  search: 'E-mail, jméno, firma',
  role: 'Systémová role',
  roles: { user: 'Uživatel', admin: 'Správce' },
  spaces: 'Prostory',
  noSpaces: 'Tento uživatel není v žádném prostoru.',
  moreSpaces:
    '+%{smart_count} další prostor |||| +%{smart_count} další prostory |||| +%{smart_count} dalších prostorů',
  address: 'Ověření e-mailu',
  verified: 'Ověřen',
  unverified: 'Neověřen',
  created: 'Vytvořeno',
  taken: 'Tuto e-mailovou adresu už má jiný účet',
  lastAdmin: 'Toto je poslední správce systému. Nejdřív jím udělejte někoho jiného.',
  self: 'Svůj vlastní účet zde smazat nemůžete.',
  demote: {
    title: 'Vzdát se systémové role správce?',
    text: 'Opustíte správu systému a uvidíte jen prostory, ve kterých jste. Správcem vás může znovu udělat jen jiný správce systému.',
    confirm: 'Stát se uživatelem',
  },
  delete: {
    title: 'Smazat uživatele %{name}?',
    text: 'Ihned bude odhlášen a už se nepřihlásí. Co vytvořil ve sdílených prostorech, zůstane. Tuto akci nelze vrátit zpět.',
    deleted:
      'Smaže se i prostor %{names} se vším, co v něm je. |||| Smažou se i prostory %{names} se vším, co v nich je. |||| Smažou se i prostory %{names} se vším, co v nich je.',
    withoutAdmin:
      'Prostor %{names} zůstane bez správce. Jako správce systému do něj můžete pozvat nového. |||| Prostory %{names} zůstanou bez správce. Jako správce systému do nich můžete pozvat nové. |||| Prostory %{names} zůstanou bez správce. Jako správce systému do nich můžete pozvat nové.',
    done: 'Uživatel byl smazán',
  },
  notFound: {
    title: 'Uživatel nenalezen',
    text: 'Účet možná byl smazán.',
    back: 'Zpět na uživatele',
  },
}
export default messages
