import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from '../../config/places'

/** Milliseconds that a call may take, with a file of a hundred megabytes on a slow line. */
const PATIENCE = 300_000
/** Retries of a call when the service is busy. */
const RETRIES = 3
/** Milliseconds before the first retry; they double before each further one. */
const PAUSE = 500

/** The contents of the elements with a name. Names of files, tokens and codes have no characters that XML escapes. */
const textIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text)

const refused = (method: string, status: number, code: string) =>
  new Error(`${method} was answered with ${status} ${code}`)

/** An object, by its name below the folder. */
interface Found {
  name: string
  /** Size in bytes. */
  size: number
}

/** A file that is uploaded in parts, and exists when it is complete. */
interface Upload {
  add: (part: Uint8Array<ArrayBuffer>) => Promise<void>
  complete: () => Promise<void>
  /** Removes all parts. */
  abort: () => Promise<void>
}

/** A folder of a bucket. Names are paths below it, with slashes. Rejects with the answer of the service, or an error of the network. */
export interface Bucket {
  /** Lists the objects whose names begin with `start`, except those in folders below. */
  list: (start: string) => Promise<Found[]>
  read: (name: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Reads the bytes from one index up to another. */
  readRange: (name: string, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Replaces a file of that name. */
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  upload: (name: string) => Promise<Upload>
  remove: (name: string) => Promise<void>
  /** Lists uploads that are neither complete nor aborted. */
  unfinished: (start: string) => Promise<{ name: string; begunAt: Date; abort: () => Promise<void> }[]>
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

/** Opens a folder of a bucket, without a call yet. */
export function openBucket({ url, accessKey, secretKey, region }: BucketConfig): Bucket {
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

  interface Sent {
    body?: Uint8Array<ArrayBuffer>
    headers?: Record<string, string>
  }

  /** @throws Error with the answer of the service */
  async function call(method: string, path: string, { body, headers }: Sent = {}) {
    const answer = await client.fetch(`${origin}/${bucket}${path}`, {
      method,
      // The service checks the hash, so that no damaged file is stored.
      headers: {
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...headers,
      },
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
      ...(body && { body }),
    })
    if (answer.ok) return answer
    const [code = answer.statusText] = textIn(await answer.text(), 'Code')
    throw refused(method, answer.status, code)
  }

  const at = (name: string) => `/${prefix}${name}`
  const nameOf = (key: string) => key.slice(prefix.length)

  async function upload(name: string): Promise<Upload> {
    const begun = await (await call('POST', `${at(name)}?uploads=`)).text()
    const [id] = textIn(begun, 'UploadId')
    if (id === undefined) throw new Error(`the service began no upload of ${name}`)
    const query = `uploadId=${encodeURIComponent(id)}`
    const tags: string[] = []
    return {
      add: async (body) => {
        const { headers } = await call('PUT', `${at(name)}?partNumber=${tags.length + 1}&${query}`, { body })
        tags.push(headers.get('ETag') ?? '')
      },
      complete: async () => {
        const parts = tags.map(
          (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
        )
        const body = new TextEncoder().encode(
          `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        )
        const ended = await (await call('POST', `${at(name)}?${query}`, { body })).text()
        // The service may send 200 before it knows the result.
        const [code] = ended.includes('<Error>') ? textIn(ended, 'Code') : []
        if (code !== undefined) throw refused('POST', 200, code)
      },
      abort: async () => void (await call('DELETE', `${at(name)}?${query}`)),
    }
  }

  return {
    list: async (start) => {
      const found: Found[] = []
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: prefix + start })
        if (token !== '') query.set('continuation-token', token)
        const xml: string = await (await call('GET', `?${query}`)).text()
        const sizes = textIn(xml, 'Size')
        found.push(...textIn(xml, 'Key').map((key, i) => ({ name: nameOf(key), size: Number(sizes[i]) })))
        const [next] = textIn(xml, 'NextContinuationToken')
        if (next !== undefined && next === token)
          throw new Error(`the list of ${prefix}${start} goes on and on`)
        token = next
      }
      return found
    },
    read: async (name) => bytesOf(await call('GET', at(name))),
    readRange: async (name, from, to) => {
      const headers = { Range: `bytes=${from}-${to - 1}` }
      const bytes = await bytesOf(await call('GET', at(name), { headers }))
      if (bytes.length !== to - from)
        throw new Error(`${name} was answered with other bytes than were asked for`)
      return bytes
    },
    write: async (name, body) => void (await call('PUT', at(name), { body })),
    upload,
    remove: async (name) => void (await call('DELETE', at(name))),
    unfinished: async (start) => {
      const query = new URLSearchParams({ uploads: '', prefix: prefix + start })
      const xml = await (await call('GET', `?${query}`)).text()
      const [keys, ids, times] = [textIn(xml, 'Key'), textIn(xml, 'UploadId'), textIn(xml, 'Initiated')]
      return keys.map((key, i) => ({
        name: nameOf(key),
        begunAt: new Date(times[i] ?? 0),
        abort: async () =>
          void (await call('DELETE', `/${key}?uploadId=${encodeURIComponent(ids[i] ?? '')}`)),
      }))
    },
  }
}
