import audit from '../components/audit/messages.cs'
import bulk from '../components/bulk/messages.cs'
import confirm from '../components/confirm/messages.cs'
import form from '../components/page/form/messages.cs'
import replacement from '../components/replacement/messages.cs'
import shortcuts from '../components/shortcuts/messages.cs'
import simTransfer from '../components/sims/messages.cs'
import palette from '../layout/palette/messages.cs'
import admin from '../pages/admin/messages.cs'
import sims from '../pages/admin/sims/messages.cs'
import console from '../pages/console/messages.cs'
import dashboard from '../pages/dashboard/messages.cs'
import profile from '../pages/profile/messages.cs'
import adminDevices from '../resources/adminDevices/messages.cs'
import adminUsers from '../resources/adminUsers/messages.cs'
import deliveries from '../resources/connectors/deliveries/messages.cs'
import preview from '../resources/connectors/preview/messages.cs'
import deviceMove from '../resources/devices/move/messages.cs'
import type en from './later.en'
import type { Translated } from './translated'

const messages: Translated<typeof en> = {
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
