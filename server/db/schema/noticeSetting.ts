import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { alertEmailsSchema } from '#contract/notices'
import { appUser } from './account'
import { choice, version } from './columns'

/** How a person is told of alerts; without a row as a new person is. */
export const noticeSetting = pgTable('notice_setting', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  emails: choice('emails', alertEmailsSchema).notNull().default('each'),
  /** As the clocks of the person show it, like `22:00`. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  version: version(),
})
