import { pushApi } from '#contract/push'
import { expect, test } from './support/test'

/** Content of a notification. */
interface Shown {
  title: string
  tag: string
}

declare const self: { shown?: Shown[]; registration: { showNotification: unknown } }

test('a browser says whether it can show push messages, and its worker shows those that arrive', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  await backend.signIn(page, person)
  // Some headless browsers deny the permission, others would ask.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true }),
  )
  await page.goto('/profile/notifications')
  await expect(page.getByText('You have blocked notifications from this site.')).toBeVisible()

  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    // Headless browsers have no push service.
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        throw new DOMException('Registration failed', 'AbortError')
      },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await expect(page.getByText('The push service of this browser did not respond, or refused.')).toBeVisible()
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  await worker.evaluate(() => {
    self.shown = []
    self.registration.showNotification = async (title: string, { tag }: { tag: string }) =>
      void self.shown?.push({ title, tag })
  })

  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const data = JSON.stringify({ title: 'Tank nearly empty', body: '', tag: 'one', url: '/spaces', at: 1 })
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data,
  })
  await expect
    .poll(() => worker.evaluate(() => self.shown))
    .toEqual([{ title: 'Tank nearly empty', tag: 'one' }])
})

test('push messages are switched on and off in a browser', { tag: '@heavy' }, async ({ page, backend }) => {
  const person = await backend.person()
  await backend.signIn(page, person)
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    // The push service, which a headless browser does not have.
    Object.assign(PushManager.prototype, {
      subscribe: async () => ({ toJSON: () => ({ endpoint: 'https://push.example/one', keys }) }),
    })
  })
  await page.goto('/profile/notifications')
  const on = page.getByRole('button', { name: 'Notify me in this browser' })
  await on.click()
  await expect(page.getByRole('heading', { name: /, this browser$/ })).toBeVisible()
  await expect(on).toHaveCount(0)
  const answer = await backend.call('GET', '/profile/push', { token: person.token })
  expect(pushApi.read.answer.parse(await answer.json()).browsers).toHaveLength(1)
  await page.getByRole('button', { name: /^Turn off in / }).click()
  await expect(on).toBeVisible()
})
