import type { Device } from '#contract/devices'
import { answerOf, device } from './rows'

/** A server in memory that holds back the device list until it is released. */
export function fakeServer(count: number) {
  let devices: Device[] = Array.from({ length: count }, (_, index) => device(index))
  let bytes = answerOf(devices)
  const gate = new EventTarget()
  const opened = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }))

  window.fetch = async (input) => {
    const { pathname } = new URL(new Request(input).url)
    if (pathname.endsWith('/count')) return Response.json({ count: devices.length })
    if (!pathname.endsWith('/devices')) return Response.json([])
    const answer = new Response(bytes, { headers: { 'content-type': 'application/json' } })
    await opened
    return answer
  }

  return {
    release: () => gate.dispatchEvent(new Event('open')),
    rename: (index: number, name: string) => {
      devices = devices.map((row, at) => (at === index ? { ...row, name } : row))
      bytes = answerOf(devices)
    },
  }
}
