import admin from '../pages/admin/messages.cs'
import console from '../pages/console/messages.cs'
import dashboard from '../pages/dashboard/messages.cs'
import adminUsers from '../resources/adminUsers/messages.cs'
import type en from './later.en'
import type { Translated } from './translated'

const messages: Translated<typeof en> = {
  admin,
  console,
  dashboard,
  adminUsers,
}
export default messages
