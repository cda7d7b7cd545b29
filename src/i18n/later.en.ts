import audit from '../components/audit/messages.en'
import bulk from '../components/bulk/messages.en'
import confirm from '../components/confirm/messages.en'
import form from '../components/page/form/messages.en'
import replacement from '../components/replacement/messages.en'
import shortcuts from '../components/shortcuts/messages.en'
import simTransfer from '../components/sims/messages.en'
import palette from '../layout/palette/messages.en'
import admin from '../pages/admin/messages.en'
import sims from '../pages/admin/sims/messages.en'
import console from '../pages/console/messages.en'
import dashboard from '../pages/dashboard/messages.en'
import profile from '../pages/profile/messages.en'
import adminDevices from '../resources/adminDevices/messages.en'
import adminUsers from '../resources/adminUsers/messages.en'
import deliveries from '../resources/connectors/deliveries/messages.en'
import preview from '../resources/connectors/preview/messages.en'
import deviceMove from '../resources/devices/move/messages.en'

/** Texts of pages that `LaterTexts` is around: the first list does not wait for them. */
const messages = {
  audit,
  bulk,
  confirm,
  form,
  palette,
  replacement,
  shortcuts,
  admin,
  console,
  dashboard,
  profile,
  adminDevices,
  adminUsers,
  connectors: { deliveries, preview },
  deviceMove,
  sims,
  simTransfer,
}
export default messages
