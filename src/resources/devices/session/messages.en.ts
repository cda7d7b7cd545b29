/** Texts for the session of a device. */
const messages = {
  bootedAt: 'Booted',
  nothing: 'The device sent no details for this session',
  notFound: 'The server no longer has this session.',
  groups: {
    device: 'Device',
    application: 'Application',
    hardware: 'Hardware',
    lte: 'LTE',
  },
  keys: {
    vendor_name: 'Vendor',
    product_name: 'Product',
    ble_passkey: 'Bluetooth passkey',
    app_fw_name: 'Firmware name',
    app_fw_version: 'Firmware version',
    app_fw_bundle: 'Firmware bundle',
    hw_variant: 'Variant',
    hw_revision: 'Revision',
    lte_imei: 'IMEI',
    lte_iccid: 'ICCID',
    lte_imsi: 'IMSI',
    lte_fw_version: 'Modem firmware version',
  },
}
export default messages
