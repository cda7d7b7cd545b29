import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { alertEmailsSchema, DIGEST_HOUR } from '#contract/notices'
import { appUser } from './account'
import { choice, time, version } from './columns'

/** How a person is notified of alerts; without a row by default. */
export const noticeSetting = pgTable('notice_setting', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  emails: choice('emails', alertEmailsSchema).notNull().default('each'),
  /** In local time of the person, like `22:00`. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  /** Hour of the daily e-mail, and since when the person wants it. */
  digestHour: integer('digest_hour').notNull().default(DIGEST_HOUR),
  digestFrom: time('digest_from'),
  /** The last day, in local time of the person, for which the daily e-mail was decided: `2026-01-31`. */
  digestedOn: text('digested_on'),
  version: version(),
})
