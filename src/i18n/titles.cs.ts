import type en from './titles.en'
import type { Translated } from './translated'

const titles: Translated<typeof en> = {
  profile: {
    title: 'Profil a nastavení',
    tabs: { profile: 'Profil', settings: 'Nastavení' },
    fields: {
      email: 'E-mail',
      firstname: 'Jméno',
      lastname: 'Příjmení',
      middlename: 'Prostřední jméno',
      company: 'Firma',
      timezone: 'Časové pásmo',
    },
    security: { title: 'Zabezpečení' },
  },
  dashboard: { title: 'Nástěnka' },
  adminUsers: { title: 'Uživatelé' },
  adminDevices: { title: 'Zařízení' },
  sims: { title: 'SIM karty' },
  audit: { title: 'Protokol změn', history: 'Historie' },
  confirm: { notDone: 'Neprovedeno: nepotvrdili jste svou totožnost' },
}
export default titles
