import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Odkazy pro hosty',
  none: 'Mimo prostor nikdo nic nevidí. Historii lze sdílet na stránce jejího zařízení.',
  share: {
    title: 'Sdílet %{name}',
    text: 'Kdo má odkaz, vidí bez účtu název a stav zařízení a tyto hodnoty, dokud odkaz neskončí nebo ho někdo nezruší.',
    values: 'Hodnoty',
    tooMany: 'Odkaz ukazuje nejvýše %{max} hodnot: sdílejí se první.',
    what: 'Ukazuje',
    device: 'Jen poslední hodnoty',
    hours: 'Poslední hodinu |||| Poslední %{smart_count} hodiny |||| Posledních %{smart_count} hodin',
    days: 'Poslední den |||| Poslední %{smart_count} dny |||| Posledních %{smart_count} dní',
    ends: 'Odkaz končí',
    in: 'Za %{smart_count} den |||| Za %{smart_count} dny |||| Za %{smart_count} dní',
    submit: 'Vytvořit odkaz',
    link: 'Odkaz pro hosta',
    copied: 'Odkaz je zkopírovaný. Ukáže se jen teď.',
    done: 'Odkaz se ukáže jen teď. Zkopírujte ho a pošlete.',
    listed: 'Seznam odkazů pro hosty je v informacích o prostoru, kde je lze zrušit.',
    close: 'Zavřít',
  },
  list: {
    views: '%{smart_count} zobrazení |||| %{smart_count} zobrazení |||| %{smart_count} zobrazení',
    never: 'Nikdy neotevřen',
    by: 'autor: %{name}',
    withdrawn: 'Nic neukazuje: %{name} už zařízení číst nesmí',
    revoke: 'Zrušit',
    revokeTitle: 'Zrušit odkaz na %{name}?',
    revokeText: 'Kdo ho má, od té chvíle nic neuvidí. Tuto akci nelze vrátit zpět.',
    revoked: 'Odkaz zrušen',
  },
}
export default messages
