import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádní uživatelé', first: 'prvního uživatele' },
  details: 'Uživatel',
  sent: 'Odeslána',
  accepted: 'Přijata',
  guide: {
    title: 'Kdo smí co',
    invitation: {
      title: 'Pozvat lze kohokoli',
      text: 'Pozvánka přijde e-mailem. Kdo ještě nemá účet, si ho s ní založí.',
    },
    user: { title: 'Uživatelé čtou', text: 'Vidí v prostoru všechno kromě klíčů a protokolu změn.' },
    admin: { title: 'Správci spravují', text: 'Vytvářejí, mění a mažou v prostoru všechno a zvou další.' },
  },
  create: {
    title: 'Pozvat uživatele',
    submit: 'Pozvat uživatele',
    done: 'Uživatel byl pozván do prostoru',
  },
  alreadyThere: 'Tento člověk už v prostoru je nebo do něj byl pozván',
  lastAdmin: 'Toto je poslední správce prostoru. Nejdřív udělejte správcem někoho jiného.',
  ownHint: 'Platí místo role.',
  demote: {
    title: 'Vzdát se role správce?',
    text: 'V tomto prostoru budete moci jen číst. Správcem vás může znovu udělat jen jiný správce.',
    confirm: 'Stát se uživatelem',
  },
  leave: {
    title: 'Opustit prostor %{space}?',
    text: 'Ztratíte přístup k jeho zařízením, zprávám i ke všemu ostatnímu. Vrátit se můžete jen s novou pozvánkou.',
    confirm: 'Opustit',
    done: 'Opustili jste prostor',
  },
  delete: {
    title: 'Odebrat uživatele %{name} z prostoru?',
    text: 'Ztratí přístup ke všemu, co v prostoru je. Co vytvořil, zůstane.',
    invitedText: 'Pozvánka se zruší a její odkaz přestane fungovat.',
    confirm: 'Odebrat',
    done: 'Uživatel byl odebrán z prostoru',
  },
  notFound: {
    title: 'Uživatel nenalezen',
    text: 'Možná byl z tohoto prostoru odebrán.',
    back: 'Zpět na uživatele',
  },
  invitation: {
    title: 'Pozvánka',
    mail: 'E-mail',
    waiting: 'Čeká na odeslání',
    retrying: 'Server to zkusí znovu, protože e-mail se nepodařilo odeslat',
    sent: 'Odeslán',
    outbox:
      'Neodeslán: tento server nemá poštovní server. E-mail je v jeho složce „outbox“; zkopírujte odkaz',
    failed: 'E-mail se nepodařilo odeslat',
    unknown: 'Není známo, zda byl odeslán',
    resend: 'Poslat znovu',
    resent: 'E-mail bude odeslán znovu',
    rewritten: 'E-mail se znovu zapíše do složky „outbox“ serveru. Zkopírujte odkaz',
    copyLink: 'Kopírovat odkaz',
    copied: 'Odkaz na pozvánku zkopírován',
    linkHint: 'Je určen jen pozvanému. Kdo ještě nemá účet, musí navíc ověřit svou e-mailovou adresu.',
    linkRefused: 'Prohlížeč kopírování nepovolil. Odkaz si zkopírujte zde:',
    link: 'Odkaz na pozvánku',
  },
}
export default messages
