import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { pushApi } from '#contract/push'
import type { Fillable, TestUser } from './builders'
import type { Receiver } from './receiver'

/** Creates a browser with its keys, whose push service is a receiver. It has confirmed its first message. */
export async function aPushBrowser(
  server: Pick<Fillable, 'call' | 'db'>,
  receiver: Pick<Receiver, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  { isConfirmed = true } = {},
) {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/${randomBytes(8).toString('hex')}`
  const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
  const body = { endpoint: `https://push.example${path}`, keys }
  const answer = await server.call('POST', '/profile/push', { token, body })
  const { id } = pushApi.add.answer.parse(await answer.json())
  await server.db.$client.query(
    'update push_browser set endpoint = $1, confirmed_at = case when $3 then now() end where id = $2',
    [receiver.url + path, id, isConfirmed],
  )
  // A worker may have sent the first message to the other address.
  const first = isConfirmed ? 'delete from push' : 'update push set due_at = now(), attempts = 0'
  await server.db.$client.query(`${first} where browser_id = $1`, [id])
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const read = (message: Buffer): unknown => {
    const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
    const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(message.subarray(-16))
    const text = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, -1).toString())
  }
  return { id, path, read, keys }
}
