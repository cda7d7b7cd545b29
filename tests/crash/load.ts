import { api } from '#contract'

const tokenAnswer = api.auth.login.answer
const spaceAnswer = api.spaces.create.answer
const deviceAnswer = api.devices.create.answer
const uplinkAnswer = api.messages.uplink.answer

/** What the server acknowledged: ids that must never be missing again. */
export interface Acknowledged {
  devices: string[]
  messages: string[]
}

interface Target {
  base: string
  token: string
  spaceId: string
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${url}: ${text}`)
  return JSON.parse(text)
}

/** Signs in to the demo and makes a space for the load. */
export async function prepare(base: string): Promise<Target> {
  const login = { email: 'demo@example.com', password: 'demo-demo' }
  const { access_token: token } = tokenAnswer.parse(await post(`${base}/auth/login`, login))
  const { id: spaceId } = spaceAnswer.parse(await post(`${base}/spaces`, { name: 'crash' }, token))
  return { base, token, spaceId }
}

let nextSerial = 9_000_000_000

/**
 * Writes devices and uplinks, several at a time, until the signal; notes what was acknowledged.
 * @returns how many requests failed before the signal, which should be none
 */
export async function writeLoad(
  { base, token, spaceId }: Target,
  acknowledged: Acknowledged,
  writers: number,
  ended: AbortSignal,
): Promise<number> {
  let failures = 0
  const writer = async () => {
    while (!ended.aborted) {
      const serial = String(nextSerial++)
      const identity = { serial_number: serial, token: serial.padEnd(32, 'x') }
      try {
        const device = { ...identity, name: `crash-${serial}`, label: {}, tags: [] }
        const created = await post(`${base}/spaces/${spaceId}/devices`, device, token)
        acknowledged.devices.push(deviceAnswer.parse(created).id)
        for (let sequence = 0; sequence < 5 && !ended.aborted; sequence++) {
          const body = { message: { sequence }, thermometer: { temperature: 21.5 }, filler: 'x'.repeat(1000) }
          const sent = await post(`${base}/devices/uplink`, { ...identity, type: 'data', body })
          acknowledged.messages.push(uplinkAnswer.parse(sent).id)
        }
      } catch (error) {
        if (ended.aborted) return
        failures++
        if (failures < 3) console.error(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return failures
}
