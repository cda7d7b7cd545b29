import admin from '../pages/admin/messages.en'
import console from '../pages/console/messages.en'
import dashboard from '../pages/dashboard/messages.en'
import adminUsers from '../resources/adminUsers/messages.en'

/** Texts of pages that `LaterTexts` is around: the first list does not wait for them. */
const messages = {
  admin,
  console,
  dashboard,
  adminUsers,
}
export default messages
