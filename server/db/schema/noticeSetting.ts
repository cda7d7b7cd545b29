import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { alertEmailsSchema, DIGEST_HOUR } from '#contract/notices'
import { appUser } from './account'
import { choice, time, version } from './columns'

/** How a person is told of alerts; without a row as a new person is. */
export const noticeSetting = pgTable('notice_setting', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  emails: choice('emails', alertEmailsSchema).notNull().default('each'),
  /** As the clocks of the person show it, like `22:00`. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  /** At which hour the daily e-mail comes, and since when the person wants it. */
  digestHour: integer('digest_hour').notNull().default(DIGEST_HOUR),
  digestFrom: time('digest_from'),
  /** The last day, as the clocks of the person showed it, of which the daily e-mail was decided on: `2026-01-31`. */
  digestedOn: text('digested_on'),
  version: version(),
})
