import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/common'
import { configSchema } from '#contract/config'
import { brandOf } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import { alertHour, appUser, noticeSetting } from '../../server/db/schema'
import { insertSpace } from '../../server/services/accounts/users'
import { newId } from '../../server/services/common/ids'
import { addMail } from '../../server/services/mail/queue'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, forget, register, reset } from '../support/accounts'
import { aDevice, aUser } from '../support/builders'
import { invite } from '../support/invitations'
import { type Received, startMailbox } from '../support/mailbox'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const HOSTILE = 'A <img src=x onerror=alert(1)> & "B"\r\nBcc: thief@example.com\r\n\r\nC'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const serverNamed = async (productName?: string, accent: string | null = null) =>
  serve({
    mail: smtpTransport(mailbox.url),
    settings: { trustProxy: true, console: configSchema.parse({ productName, accent }) },
  })
const [server, hostile] = [await serverNamed(), await serverNamed(HOSTILE)]

type Server = typeof server

/** Creates a space with a rule and an open alert, with a function to send further values. */
async function anAlertOf(on: Server, language: Language) {
  const owner = await aUser(on, { language })
  const name = on === hostile ? HOSTILE : 'depot'
  const space = { id: await insertSpace(on.db, { name, type: 'team', ownerId: owner.id }), name, owner }
  const device = await aDevice(on, space)
  const condition = { kind: 'above', path: 'level', limit: 0 }
  const body = { name: 'too full', condition }
  await on.call('POST', `/spaces/${space.id}/alert-rules`, { token: owner.token, body })
  const send = async (level: number) => {
    await anUplink(on, device, { body: { level } })
    await findValues(on)
    on.deps.dueMail.ring()
  }
  await send(1)
  return { owner, space, send }
}

/** Makes the server send an e-mail of each kind. */
const CAUSES: Record<string, (on: Server, language: Language) => Promise<Received>> = {
  invitation: async (on, language) => {
    const [owner, email] = [await aUser(on), anAddress()]
    const name = on === hostile ? HOSTILE : 'depot'
    const id = await insertSpace(on.db, { name, type: 'team', ownerId: owner.id })
    await invite(on, { id, name, owner }, email, { language })
    return mailbox.newest(email)
  },
  verification: async (on, language) => {
    const email = anAddress()
    await register(on, email, { headers: { 'Accept-Language': language } })
    return mailbox.newest(email)
  },
  reset: async (on, language) => {
    const { email } = await aUser(on, { language })
    await forget(on, email)
    return mailbox.newest(email)
  },
  registered: async (on, language) => {
    const { email } = await aUser(on, { language })
    await register(on, email)
    return mailbox.newest(email)
  },
  wayChanged: async (on, language) => {
    const { email } = await aUser(on, { language })
    await forget(on, email)
    await reset(on, (await mailbox.newest(email)).link)
    return mailbox.newest(email, 2)
  },
  alertOpened: async (on, language) => {
    const { owner } = await anAlertOf(on, language)
    return mailbox.newest(owner.email)
  },
  alertEnded: async (on, language) => {
    const { owner, send } = await anAlertOf(on, language)
    await mailbox.newest(owner.email)
    await send(0)
    return mailbox.newest(owner.email, 2)
  },
  alertFlapping: async (on, language) => {
    const { owner, send } = await anAlertOf(on, language)
    for (const [sent, level] of [0, 1, 0, 1].entries()) {
      await mailbox.newest(owner.email, sent + 1)
      await send(level)
    }
    return mailbox.newest(owner.email, 5)
  },
  alertSummary: async (on, language) => {
    const owner = await aUser(on, { language })
    const name = on === hostile ? HOSTILE : 'depot'
    const spaceId = await insertSpace(on.db, { name, type: 'team', ownerId: owner.id })
    const id = newId()
    const collected = {
      [newId()]: { name, opened: 1700, ended: 1699 },
      [newId()]: { name, opened: 0, ended: 2 },
    }
    const hour = new Date()
    await on.db
      .insert(alertHour)
      .values({ spaceId, id, userId: owner.id, hour, isUrgent: false, separateCount: 30, collected })
    await addMail(on.db, on.deps, { kind: 'alertSummary', userId: owner.id, spaceId, alertId: id })
    on.deps.dueMail.ring()
    return mailbox.newest(owner.email)
  },
  alertDigest: async (on, language) => {
    const { owner } = await anAlertOf(on, language)
    await mailbox.newest(owner.email)
    await on.db.$client.query(`update alert set notified_at = now() - interval '2 minutes'`)
    await on.db.insert(noticeSetting).values({ userId: owner.id, emails: 'digest' })
    await addMail(on.db, on.deps, { kind: 'alertDigest', userId: owner.id })
    on.deps.dueMail.ring()
    return mailbox.newest(owner.email, 2)
  },
  // A kind that only older versions of the server created.
  passwordChanged: async (on, language) => {
    const { id, email } = await aUser(on, { language })
    await addMail(on.db, on.deps, { kind: 'passwordChanged', userId: id })
    on.deps.dueMail.ring()
    return mailbox.newest(email)
  },
}

describe.each(Object.keys(CAUSES))('an e-mail "%s"', (kind) => {
  const cause = CAUSES[kind] ?? CAUSES.reset

  test('is in the language of the person, as text and as HTML', async () => {
    const mails = { en: await cause?.(server, 'en'), cs: await cause?.(server, 'cs') }
    for (const [language, mail] of Object.entries(mails)) {
      expect(mail?.headers.get('subject')).toContain('Spaceport')
      expect(mail?.text).toContain('Spaceport')
      expect(mail?.html).toContain(`<html lang="${language}">`)
      expect(mail?.html).toContain(`href="${mail?.link.replaceAll('&', '&amp;')}"`)
    }
    expect(mails.cs?.text).toMatch(/[ěščřžýáíéůú]/)
    expect(mails.en?.text).not.toMatch(/[ěščřžýáíéůú]/)
  })

  test('treats markup and line breaks in names as text', async () => {
    const mail = await cause?.(hostile, 'en')
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.headers.get('subject')).toContain('A <img src=x onerror=alert(1)> & "B"')
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img src=x')
  })

  test('says why the person gets it, has the colour of the product, and loads nothing', async () => {
    const { html = '', text = '', link = '', to = '' } = (await cause?.(server, 'en')) ?? {}
    for (const part of [html, text]) expect(part).toMatch(new RegExp(`You get this e-mail because .*${to}`))
    expect(html).toContain(`<a class="brand" href="${link.replaceAll('&', '&amp;')}"`)
    expect(html).toContain(`background: ${BRAND.light.main}`)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/)
  })
})

test('an e-mail has the configured colour of the product, adjusted to be readable', async () => {
  const yellow = await serverNamed('Acme', '#ffd400')
  const { html } = (await CAUSES.verification?.(yellow, 'en')) ?? {}
  const { light, dark } = brandOf('#ffd400')
  expect(html).toContain(`background: ${light.main}`)
  expect(html).toContain(`.link { color: ${dark.main} !important; }`)
  expect(html).not.toContain(BRAND.light.main)
})

test.each([
  ['Asia/Kolkata', 'en', / at \d\d:\d\d GMT\+5:30 \(Asia\/Kolkata\)\./],
  ['Europe/Prague', 'cs', / v \d\d:\d\d SE(L)?Č \(Europe\/Prague\)\./],
  ['Mars/Olympus', 'en', / at \d\d:\d\d UTC\./],
  [null, 'en', / at \d\d:\d\d UTC\./],
] as const)(
  'times are in the time zone of the profile, and they name it: %s',
  async (timezone, language, text) => {
    const { id, email } = await aUser(server, { language })
    await server.db.update(appUser).set({ timezone }).where(eq(appUser.id, id))
    await forget(server, email)
    expect((await mailbox.newest(email)).text).toMatch(text)
  },
)

test.each([
  ['Eva', 'Nová', 'Hello Eva Nová,', /^Jan Novák jr\. \(.*\) invites you/m],
  ['win.example.com', '$$$', 'Hello,', /^Jan Novák jr\. \(.*\) invites you/m],
])(
  'people are addressed by name, unless the name could be a link: %s %s',
  async (firstname, lastname, greeting, invites) => {
    const { id, email } = await aUser(server)
    await server.db.update(appUser).set({ firstname, lastname }).where(eq(appUser.id, id))
    await forget(server, email)
    expect((await mailbox.newest(email)).text).toContain(greeting)

    const owner = await aUser(server)
    await server.db
      .update(appUser)
      .set({ firstname: 'Jan', lastname: 'Novák jr.' })
      .where(eq(appUser.id, owner.id))
    const space = await insertSpace(server.db, { name: 'depot', type: 'team', ownerId: owner.id })
    await invite(server, { id: space, name: 'depot', owner }, email)
    const { text } = await mailbox.newest(email, 2)
    expect(text).toMatch(invites)
    expect(text).toContain('to the space depot in Spaceport, as a user, who can read everything in it.')
    expect(text).toContain('Spaceport is a console for IoT devices')
  },
)
