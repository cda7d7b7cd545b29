import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import { forwards } from '../support/webhooks'
import type { Backend } from './support/backend'
import { atEachWidth } from './support/pages'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Texts for an operator. */
const WORDS = {
  en: {
    notice: 'The receiver has been unavailable since',
    reason: 'the receiver responded with 503 Service Unavailable',
    waiting: 'Waiting for the receiver',
    backlog: /12 waiting, the oldest for 1[23] hours/,
    attention: /Receiver unavailable for 1[23] hours/,
    red: /failed attempt/,
    wait: 'Connector waiting for its receiver',
    recover: 'Connector receiver is back',
    delivered: 'Delivered',
    tryNow: 'Try now',
  },
  cs: {
    notice: 'Příjemce je nedostupný (od',
    reason: '503 Service Unavailable',
    waiting: 'Čeká na příjemce',
    backlog: /12 čeká, nejstarší 1[23] hodin/,
    attention: /Příjemce je nedostupný už 1[23] hodin/,
    red: /neúspěšn/,
    wait: 'Konektor čeká na příjemce',
    recover: 'Příjemce konektoru je zpět',
    delivered: 'Doručeno',
    tryNow: 'Zkusit hned',
  },
} as const

/** Moves all times of a connector back by twelve hours; the next probe is due only when the test asks for it. */
const NIGHT = [
  `update delivery set created_at = created_at - interval '12 hours', due_at = due_at - interval '12 hours',
    next_attempt_at = next_attempt_at - interval '12 hours' where space_id = $1`,
  `update delivery_attempt set created_at = created_at - interval '12 hours' where space_id = $1`,
  `update audit_entry set created_at = created_at - interval '12 hours' where space_id = $1`,
  `update connector_operation set since = since - interval '12 hours', probe_at = now() + interval '8 minutes', probes = 6
    where space_id = $1`,
]

async function pass(backend: Backend, spaceId: string, statements: readonly string[]) {
  for (const statement of statements) await backend.db.$client.query(statement, [spaceId])
}

/** Checks a page at each width; nothing is wider than the screen. */
async function look(page: Page, path: string, step: string, check: () => Promise<void>) {
  await page.goto(path)
  await atEachWidth(page, async (width) => {
    await check()
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${step}-${width}.png`, fullPage: true })
  })
}

for (const language of ['en', 'cs'] as const)
  test(`a receiver dies in the evening and is back in the morning; the operator follows it (${language})`, {
    tag: '@heavy',
  }, async ({ page, backend, receiver }) => {
    test.setTimeout(240_000)
    const words = WORDS[language]
    const person = await backend.person()
    const space = await backend.space(person)
    const tags = [await backend.tag(space, 'outdoor')]
    const device = await backend.device(space, { tags, name: 'meter-1' })
    const values = { tags, retry_delays: [60, 60], name: 'to-warehouse' }
    const transformation = forwards(receiver.url + HOOK)
    const connector = await aConnector(backend, space, { ...values, transformation })
    const root = `/space/${space.id}`
    const path = `${root}/connectors/${connector.id}`
    await backend.signIn(page, person)
    await page.evaluate(
      (preferences) => localStorage.setItem('preferences', preferences),
      JSON.stringify({ preferredLanguage: language }),
    )
    const see = async (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
    const name = (step: string) => `${language}-${step}`

    // The evening: five messages fail, more come.
    receiver.on(HOOK, (response) => void response.writeHead(503).end())
    await page.goto(path)
    await backend.messages(
      device,
      Array.from({ length: 5 }, (_, reading) => ({ reading })),
    )
    const notice = page.getByRole('group').filter({ hasText: words.notice })
    await expect(notice).toContainText(words.reason, { timeout: 30_000 })
    await backend.messages(
      device,
      Array.from({ length: 7 }, (_, reading) => ({ reading })),
    )
    await look(page, path, name('1-evening'), () => see(words.notice))

    // The night.
    await pass(backend, space.id, NIGHT)
    await look(page, path, name('2-night-page'), async () => {
      await expect(notice).toContainText(words.backlog)
      await expect(page.locator('[data-health="failed"]').first()).toBeVisible()
    })
    await look(page, `${root}/connectors`, name('3-night-list'), async () => {
      await see(words.waiting)
      await see(words.backlog)
    })
    await look(page, `${root}/overview`, name('4-night-overview'), () => see(words.attention))
    await look(page, `${path}/deliveries`, name('5-night-deliveries'), () => see('meter-1'))
    await look(page, `/spaces/${space.id}/detail#changes`, name('6-night-audit'), () => see(words.wait))

    // The morning: the receiver is back, and the next probe finds it.
    receiver.on(HOOK, (response) => void response.writeHead(204).end())
    const asked = receiver.at(HOOK).length
    await pass(backend, space.id, [`update connector_operation set probe_at = now() where space_id = $1`])
    await receiver.arrivals(HOOK, asked + 12)
    await look(page, path, name('7-morning-page'), async () => {
      await expect(page.locator('[data-health]').first()).toBeVisible()
      await expect(notice).toBeHidden()
    })
    await look(page, `${root}/connectors`, name('8-morning-list'), async () => {
      await see('to-warehouse')
      await expect(page.getByText(words.waiting)).toBeHidden()
    })
    await look(page, `${path}/deliveries`, name('9-morning-deliveries'), () => see(words.delivered))
    await look(page, `/spaces/${space.id}/detail#changes`, name('10-morning-audit'), () => see(words.recover))
    const states = await backend.db.$client.query('select distinct state from delivery where space_id = $1', [
      space.id,
    ])
    expect(states.rows).toEqual([{ state: 'delivered' }])
  })
