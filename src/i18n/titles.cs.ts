import type en from './titles.en'
import type { Translated } from './translated'

const titles: Translated<typeof en> = {
  dashboard: { title: 'Nástěnka' },
  adminUsers: { title: 'Uživatelé' },
  adminDevices: { title: 'Zařízení' },
  sims: { title: 'SIM karty' },
  audit: { title: 'Protokol změn', history: 'Historie' },
}
export default titles
