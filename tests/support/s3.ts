import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Encodes like AWS: all except unreserved characters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Key {
  accessKey: string
  secretKey: string
  region: string
}

/** Expected signature of a request: AWS Signature Version 4, written from its description. */
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

/** Refusal of a request; undefined when its signature is valid. */
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

/** Objects of a page of a list: few, so that lists have several pages. */
const PAGE = 2

/** Starts a service compatible with S3, with one bucket. */
export async function startS3(bucket = 'bucket') {
  const key: Key = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-central-1',
  }
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { object: string; parts: Map<number, Buffer>; begunAt: Date }>()
  const state = { isDown: false }

  function list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString()
    const isListed = (name: string) =>
      name.startsWith(prefix) &&
      name > after &&
      (url.searchParams.get('delimiter') !== '/' || !name.slice(prefix.length).includes('/'))
    const names = [...objects.keys()].filter(isListed).toSorted()
    const page = names.slice(0, PAGE)
    const next = names.length > PAGE ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined
    const contents = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    )
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name>${contents.join('')}${more}</ListBucketResult>`
  }

  function listUploads(): string {
    const begun = [...uploads].map(
      ([id, { object, begunAt }]) =>
        `<Upload><Key>${object}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return `<?xml version="1.0"?><ListMultipartUploadsResult>${begun.join('')}</ListMultipartUploadsResult>`
  }

  type Answer = [status: number, body: string | Buffer, headers?: Record<string, string>]
  const failed = (status: number, code: string): Answer => [
    status,
    `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
  ]

  /** Answers calls of a multipart upload. */
  function answerUpload(method: string | undefined, id: string, url: URL, body: Buffer): Answer {
    const upload = uploads.get(id)
    if (!upload) return failed(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      return [200, '', { ETag: `"${sha256(body)}"` }]
    }
    if (method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
      const parts = named.map(([, number]) => upload.parts.get(Number(number)))
      if (named.length === 0 || parts.some((part, i) => !part || sha256(part) !== named[i]?.[2]))
        return failed(400, 'InvalidPart')
      objects.set(upload.object, Buffer.concat(parts.filter((part) => part !== undefined)))
    }
    uploads.delete(id)
    return [method === 'DELETE' ? 204 : 200, '']
  }

  function answerObject(request: IncomingMessage, object: string, body: Buffer): Answer {
    if (request.method === 'PUT') {
      objects.set(object, body)
      return [200, '']
    }
    if (request.method === 'DELETE') {
      objects.delete(object)
      return [204, '']
    }
    const found = objects.get(object)
    if (!found) return failed(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    return from === undefined ? [200, found] : [206, found.subarray(Number(from), Number(to) + 1)]
  }

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (state.isDown) return failed(503, 'SlowDown')
    const code = refusal(request, url, key, body)
    if (code !== undefined) return failed(code.startsWith('X') ? 400 : 403, code)
    const [, name, ...path] = decodeURIComponent(url.pathname).split('/')
    if (name !== bucket) return failed(404, 'NoSuchBucket')
    const object = path.join('/')
    const { method } = request
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload/${uploads.size}+`
      uploads.set(id, { object, parts: new Map(), begunAt: new Date() })
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ]
    }
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId !== null) return answerUpload(method, uploadId, url, body)
    if (method === 'POST') return failed(405, 'MethodNotAllowed')
    if (url.searchParams.get('list-type') === '2') return [200, list(url)]
    if (url.searchParams.has('uploads')) return [200, listUploads()]
    return answerObject(request, object, body)
  }

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [status, content, headers] = answer(request, body)
      response.writeHead(status, headers).end(content)
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
    uploads,
    state,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
