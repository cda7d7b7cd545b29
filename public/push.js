// The service worker: it shows push messages and opens what they are about, and keeps nothing of the console.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, lang, tag, url, at } = event.data.json()
  const shown = { body, lang, tag, renotify: true, timestamp: at, icon: '/icon-192.png', data: { url } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

async function open(path) {
  const url = new URL(path, self.location.origin)
  // Nothing but pages of this console.
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url === url.href)
  await (tab ? tab.focus() : self.clients.openWindow(url.href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})
