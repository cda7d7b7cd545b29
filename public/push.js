// The service worker: it shows push messages and opens what they are about, and keeps nothing of the console.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, lang, tag, url, at, code } = event.data.json()
  const shown = { body, lang, tag, renotify: true, timestamp: at, icon: '/icon-192.png', data: { url } }
  const work = [self.registration.showNotification(title, shown)]
  if (code) work.push(confirm(code))
  event.waitUntil(Promise.all(work))
})

// Hands back the code of the first message, which shows the server that this browser gets what it sends.
async function confirm(code) {
  const { apiBase } = await (await fetch('/config.json')).json()
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${apiBase || `https://api.${self.location.host}/v2`}/profile/push/confirm`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  })
}

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
