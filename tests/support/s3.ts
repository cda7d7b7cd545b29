import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Encodes as AWS does: all but unreserved characters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Key {
  accessKey: string
  secretKey: string
  region: string
}

/** The signature that a request must have: AWS Signature Version 4, from the description of it. */
export function signatureOf(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  url: URL,
  { secretKey, region }: Pick<Key, 'secretKey' | 'region'>,
  signed: string[],
): string {
  const time = String(request.headers['x-amz-date'])
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((sum, part) => hmac(sum, part), `AWS4${secretKey}`)
  return hmac(key, toSign).toString('hex')
}

/** Why a request is refused; undefined when it is signed as it must be. */
function refusal(request: IncomingMessage, url: URL, key: Key, body: Buffer): string | undefined {
  const [, accessKey, region, names, signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const signed = names?.split(';') ?? []
  if (accessKey !== key.accessKey) return 'InvalidAccessKeyId'
  if (region !== key.region) return 'AuthorizationHeaderMalformed'
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'AccessDenied'
  if (!timingSafeEqual(Buffer.from(signatureOf(request, url, key, signed)), Buffer.from(signature)))
    return 'SignatureDoesNotMatch'
  return request.headers['x-amz-content-sha256'] === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch'
}

/** Objects that a page of a list has: few, so that lists have several. */
const PAGE = 2

/** A service that speaks as S3 does, with one bucket. */
export async function startS3(bucket = 'bucket') {
  const key: Key = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-central-1',
  }
  const objects = new Map<string, Buffer>()
  const state = { isDown: false }

  function list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString()
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
    const page = names.slice(0, PAGE)
    const next = names.length > PAGE ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name>${contents}${more}</ListBucketResult>`
  }

  function answer(request: IncomingMessage, body: Buffer): [status: number, body: string | Buffer] {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const failed = (status: number, code: string): [number, string] => [
      status,
      `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
    ]
    if (state.isDown) return failed(503, 'SlowDown')
    const code = refusal(request, url, key, body)
    if (code !== undefined) return failed(code.startsWith('X') ? 400 : 403, code)
    const [, name, ...path] = decodeURIComponent(url.pathname).split('/')
    if (name !== bucket) return failed(404, 'NoSuchBucket')
    const object = path.join('/')
    if (request.method === 'PUT') {
      objects.set(object, body)
      return [200, '']
    }
    if (request.method !== 'GET') return failed(405, 'MethodNotAllowed')
    if (url.searchParams.get('list-type') === '2') return [200, list(url)]
    const found = objects.get(object)
    return found ? [200, found] : failed(404, 'NoSuchKey')
  }

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [status, content] = answer(request, body)
      response.writeHead(status).end(content)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/${bucket}/spaceport`,
    key,
    objects,
    state,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
