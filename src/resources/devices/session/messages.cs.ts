import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  bootedAt: 'Spuštěno',
  nothing: 'Zařízení k této relaci neposlalo žádné údaje',
  notFound: 'Server už tuto relaci nemá.',
  groups: {
    device: 'Zařízení',
    application: 'Aplikace',
    hardware: 'Hardware',
    lte: 'LTE',
  },
  keys: {
    vendor_name: 'Výrobce',
    product_name: 'Výrobek',
    ble_passkey: 'Kód Bluetooth',
    app_fw_name: 'Název firmwaru',
    app_fw_version: 'Verze firmwaru',
    app_fw_bundle: 'Balíček firmwaru',
    hw_variant: 'Varianta',
    hw_revision: 'Revize',
    lte_imei: 'IMEI',
    lte_iccid: 'ICCID',
    lte_imsi: 'IMSI',
    lte_fw_version: 'Verze firmwaru modemu',
  },
}
export default messages
