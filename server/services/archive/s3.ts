import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from '../../config'
import type { Store } from './store'

/** Milliseconds that a call may take, with a file of a hundred megabytes on a slow line. */
const PATIENCE = 300_000
/** Calls that are made again when the service is busy. */
const RETRIES = 3
/** Milliseconds before the first of them; twice as long before each other. */
const PAUSE = 500

/** What the elements of a name contain. Names of files, tokens and codes have no characters that XML would write otherwise. */
const textIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text)

/** An archive in a bucket. */
export function openBucket({ url, accessKey, secretKey, region }: BucketConfig): Store {
  const { origin, pathname } = new URL(url)
  const [, bucket = '', ...rest] = pathname.split('/')
  const prefix = rest.length > 0 ? `${rest.join('/')}/` : ''
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    retries: RETRIES,
    initRetryMs: PAUSE,
    ...(region !== undefined && { region }),
  })

  /** @throws Error that says what the service answered */
  async function call(method: string, path: string, body: Uint8Array<ArrayBuffer> = new Uint8Array()) {
    const answer = await client.fetch(`${origin}/${bucket}${path}`, {
      method,
      // The service checks it, so that no damaged file is stored.
      headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') },
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
      ...(method === 'PUT' && { body }),
    })
    if (answer.ok) return answer
    const [code = answer.statusText] = textIn(await answer.text(), 'Code')
    throw new Error(`${method} was answered with ${answer.status} ${code}`)
  }

  const at = (name: string) => `/${prefix}${name}`
  return {
    list: async (folder) => {
      const names: string[] = []
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${folder}/` })
        if (token !== '') query.set('continuation-token', token)
        const xml: string = await (await call('GET', `?${query}`)).text()
        names.push(...textIn(xml, 'Key').map((key) => key.slice(prefix.length)))
        const [next] = textIn(xml, 'NextContinuationToken')
        if (next !== undefined && next === token) throw new Error(`the list of ${folder} goes on and on`)
        token = next
      }
      return names
    },
    read: async (name) => new Uint8Array(await (await call('GET', at(name))).arrayBuffer()),
    write: async (name, bytes) => void (await call('PUT', at(name), bytes)),
  }
}
