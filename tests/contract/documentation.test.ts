import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { serve } from '../support/serve'

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
  security: z.array(z.record(z.string(), z.unknown())),
})
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
})
const namedSchema = z.object({ type: z.unknown(), default: z.unknown() }).partial()
const server = await serve()

const read = async () => documentSchema.parse(await (await server.request('/v2/documentation')).json())

test('the document lists every call of the contract, and no other', async () => {
  const { paths } = await read()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const sort = (calls: string[]) => calls.toSorted((a, b) => a.localeCompare(b))
  expect(sort(described)).toEqual(sort(endpoints.map(({ method, path }) => `${method} ${path}`)))
})

test('its groups begin with what a newcomer needs, and are those of the calls', async () => {
  const { tags } = await read()
  const names = tags.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['Devices', 'Messages', 'Connectors'])
  expect(new Set(names)).toEqual(new Set(endpoints.map(({ tag }) => tag)))
})

test('each call has a unique name', async () => {
  const { paths } = await read()
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(paths['/spaces/{spaceId}/devices']?.get?.operationId).toBe('devices_list')
})

test('each call has its permission and the meaning of its failures', async () => {
  const { paths } = await read()
  for (const { method, path, permission, failures = {} } of endpoints) {
    const { description, responses } = operationSchema.parse(paths[path]?.[method])
    expect(description).toBe(permission && `Permission: ${[permission].flat().join(' or ')}`)
    for (const [status, meaning] of Object.entries(failures))
      expect([path, responses[status]?.description.includes(meaning ?? '') ?? null]).toEqual([
        path,
        meaning && true,
      ])
  }
})

test('each list has the refusal of an unknown filter, and each call with a body the timeout of the body', async () => {
  const { paths } = await read()
  for (const { method, path, body, takesFile, answer } of endpoints) {
    const { responses } = operationSchema.parse(paths[path]?.[method])
    const isList = method === 'get' && answer instanceof z.ZodArray
    expect([path, !isList || 400 in responses, 408 in responses]).toEqual([
      path,
      true,
      body !== undefined || takesFile === true,
    ])
  }
})

test('each call says whether it takes a token or a key', async () => {
  const { paths, components } = await read()
  expect(components.securitySchemes.key).toEqual({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
  for (const { method, path, access } of endpoints) {
    const security = operationSchema.parse(paths[path]?.[method]).security.flatMap(Object.keys)
    const wanted = {
      public: [],
      device: [],
      bearer: ['bearer'],
      bearerOrKey: ['bearer', 'key'],
      key: ['key'],
      guest: ['guest'],
    }
    expect(security).toEqual(wanted[access])
  }
})

test('every example of a body is accepted by its call', () => {
  const withExamples = endpoints.flatMap(({ body }) => {
    const examples = z.array(z.unknown()).optional().parse(body?.meta()?.examples) ?? []
    return examples.map((example) => ({ body, example }))
  })
  expect(withExamples).not.toEqual([])
  for (const { body, example } of withExamples) expect(body?.safeParse(example).error).toBeUndefined()
})

test('every referenced schema is in the document', async () => {
  const { components } = await read()
  const text = await (await server.request('/v2/documentation')).text()
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(Object.keys(components.schemas)).toContain(name)
})

test('each pattern is a regular expression of JSON Schema, without flags', async () => {
  const patterns: string[] = []
  JSON.parse(await (await server.request('/v2/documentation')).text(), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect(patterns).not.toEqual([])
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
    expect(pattern).not.toMatch(/\/[a-z]+$/)
  }
})

test('a named schema is neither nullable nor has a default: those belong to its references', async () => {
  const { components } = await read()
  for (const [name, schema] of Object.entries(components.schemas)) {
    const { type, default: initial } = namedSchema.parse(schema)
    expect([name, type === undefined || typeof type === 'string', initial]).toEqual([name, true, undefined])
  }
  const connector = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(components.schemas.Connector)
  const reference = { $ref: '#/components/schemas/ConnectorOperation' }
  expect(connector.properties.operation).toEqual({ anyOf: [reference, { type: 'null' }] })
})

test('each variant of an alert has a name and a discriminator', async () => {
  const { components } = await read()
  const choices = z
    .object({
      oneOf: z.array(z.object({ $ref: z.string() })),
      discriminator: z.object({ propertyName: z.string() }),
    })
    .parse(components.schemas.AlertScope)
  expect(choices.oneOf.map(({ $ref }) => $ref)).toContain('#/components/schemas/AlertScopeTags')
  expect(choices.discriminator.propertyName).toBe('kind')
})

test('a browser gets a page without scripts', async () => {
  const answer = await server.request('/v2/documentation', {
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  expect(answer.headers.get('Content-Type')).toContain('text/html')
  const page = await answer.text()
  expect(page).not.toContain('<script')
  const style = /<style>([^<]+)</.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`)
  for (const { path } of endpoints) expect(page).toContain(`<code>${path}</code>`)
})

test.each(['application/json', 'text/html'])(
  'a client with a current copy of the %s gets 304',
  async (Accept) => {
    const first = await server.request('/v2/documentation', { headers: { Accept } })
    const tag = first.headers.get('ETag') ?? ''
    const again = await server.request('/v2/documentation', {
      headers: { Accept, 'If-None-Match': `"old", ${tag}` },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const old = await server.request('/v2/documentation', { headers: { Accept, 'If-None-Match': '"old"' } })
    expect([old.status, await old.text()]).toEqual([200, await first.text()])
  },
)
