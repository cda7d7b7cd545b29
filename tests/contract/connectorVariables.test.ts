import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { HIDDEN } from '#contract/common'
import { SHARED_VARIABLES_MAX, variablesApi } from '#contract/variables'
import { aKey, aMember, aVariable, connectorInput } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'
import { aWebhook, type WebhookRoute } from '../support/webhooks'

const receiver = await startReceiver()
afterAll(async () => receiver.stop())
const server = await serve({ deliveries: { allowPrivate: true } })

const SECRET = 'tok/en+1 ž'

const VALUES = ['space:variable:read', 'space:variable:value:read'] as const

/** Creates a connector with this function, and a variable for it. */
async function aRoute(transformation: string) {
  const route = await aWebhook(server, { transformation })
  const { id } = await aVariable(server, route.space, {
    name: 'TOKEN',
    value: SECRET,
    for_connectors: true,
  })
  return { ...route, variableId: id }
}

const sends = (path: string, data: string) =>
  `function main(job) { return { url: '${receiver.url}${path}', data: ${data} } }`

/** All that the API answers about the only delivery and its message. */
async function answersAbout(route: WebhookRoute, messageId: string): Promise<string> {
  const path = `/spaces/${route.space.id}/messages/${messageId}/events`
  const answer = await server.call('GET', path, { token: route.space.owner.token })
  return JSON.stringify([await route.deliveries(), api.messages.events.answer.parse(await answer.json())])
}

const variableCall = (route: WebhookRoute, method: string, path: string, body?: object, key?: string) =>
  server.call(method, `/spaces/${route.space.id}/variables${path}`, {
    body,
    ...(key === undefined ? { token: route.space.owner.token } : { key }),
  })

describe('a function gets', () => {
  test('only the variables of its space that are marked for connectors', async () => {
    const route = await aRoute(sends('/marked', 'job.variables'))
    await aVariable(server, route.space, { name: 'OTHER', value: 'not for it' })
    await route.send()
    const [request] = await receiver.arrivals('/marked')
    expect(JSON.parse(request?.body ?? '')).toEqual({ TOKEN: SECRET })
  })

  test('variables of the device in place of those of the space', async () => {
    const route = await aRoute(sends('/own', 'job.variables'))
    const device_id = route.device.id
    await aVariable(server, route.space, {
      name: 'TOKEN',
      value: 'of the device',
      device_id,
      for_connectors: true,
    })
    await aVariable(server, route.space, { name: 'ZONE', value: 'north', device_id, for_connectors: true })
    await route.send()
    const [request] = await receiver.arrivals('/own')
    expect(JSON.parse(request?.body ?? '')).toEqual({ TOKEN: 'of the device', ZONE: 'north' })
  })

  test('an empty object when none is marked', async () => {
    const route = await aWebhook(server, { transformation: sends('/none', 'job.variables') })
    await route.send()
    const [request] = await receiver.arrivals('/none')
    expect(request?.body).toBe('{}')
  })

  test('the value of a variable at the time of the attempt', async () => {
    const route = await aRoute(sends('/later', 'job.variables'))
    await variableCall(route, 'PUT', `/${route.variableId}`, { value: 'another' })
    await route.send()
    const [request] = await receiver.arrivals('/later')
    expect(JSON.parse(request?.body ?? '')).toEqual({ TOKEN: 'another' })
  })
})

describe('the value of a variable is never shown', () => {
  const FORMS = {
    'what is sent, and what the receiver repeats': `{
      url: 'URL?q=' + encodeURIComponent(job.variables.TOKEN),
      header: { 'X-Which': encodeURI(job.variables.TOKEN) },
      data: { token: job.variables.TOKEN, text: JSON.stringify(job.variables) },
    }`,
    'the name of a header that is none': `{ url: 'URL', header: { [job.variables.TOKEN]: 'x' } }`,
    'an error of the function': `(() => { throw new Error('no ' + job.variables.TOKEN) })()`,
  }
  test.each(Object.entries(FORMS))('in %s', async (name, code) => {
    const path = `/shown-${Object.keys(FORMS).indexOf(name)}`
    const address = `${path}?q=${encodeURIComponent(SECRET)}`
    receiver.on(address, (response, { body }) => void response.writeHead(400).end(body))
    const source = `function main(job) { return ${code.replace('URL', receiver.url + path)} }`
    const route = await aRoute(source)
    const { id } = await route.send()
    await expect.poll(async () => (await route.deliveries())[0]?.state).toMatch(/failed|cancelled/)
    const answers = await answersAbout(route, id)
    expect(answers).toContain('***')
    for (const form of [SECRET, encodeURIComponent(SECRET), encodeURI(SECRET), 'tok/', 'tok%2F'])
      expect(answers).not.toContain(form)
    expect(server.logged.join()).not.toContain('tok/')
  })
})

describe('a key', () => {
  test.each([
    ['that is limited to tags', ['space:variable:value:read'], true],
    ['that may not read values', [], false],
  ] as const)('%s cannot write code that gets a value', async (_, more, isLimited) => {
    const route = await aRoute(sends('/key', 'null'))
    const permissions = ['space:connector:create', 'space:connector:update', ...more] as const
    const tags = isLimited ? route.tags : []
    const { id: key } = await aKey(server, route.space, { permissions: [...permissions], tags })
    const path = `/spaces/${route.space.id}/connectors`
    const call = (method: string, at: string, body: object) => server.call(method, path + at, { key, body })
    const code = { transformation: sends('/stolen', 'job.variables') }
    const one = `/${route.connector.id}`
    expect((await call('POST', '', connectorInput({ tags: route.tags, ...code }))).status).toBe(403)
    expect((await call('PUT', one, code)).status).toBe(403)
    // Sending back the same values is no change.
    const { name, transformation } = route.connector
    expect((await call('PUT', one, { name, transformation, retry_delays: [5] })).status).toBe(200)
    await variableCall(route, 'PUT', `/${route.variableId}`, { for_connectors: false })
    expect((await call('PUT', one, code)).status).toBe(200)
  })
})

describe('marking a variable', () => {
  test('is kept when a client does not know it', async () => {
    const route = await aRoute(sends('/kept', 'null'))
    const read = async () =>
      variablesApi.get.answer.parse(await (await variableCall(route, 'GET', `/${route.variableId}`)).json())
    const { name, environment, comment } = await read()
    await variableCall(route, 'PUT', `/${route.variableId}`, { name, environment, comment, value: 'changed' })
    expect(await read()).toMatchObject({ for_connectors: true, value: 'changed' })
    await variableCall(route, 'PUT', `/${route.variableId}`, { for_connectors: false })
    expect(await read()).toMatchObject({ for_connectors: false, value: 'changed' })
  })

  test('filters the list', async () => {
    const route = await aRoute(sends('/list', 'null'))
    await aVariable(server, route.space, { name: 'OTHER' })
    const namesOf = async (query: string) =>
      variablesApi.list.answer
        .parse(await (await variableCall(route, 'GET', query)).json())
        .map(({ name }) => name)
    expect(await namesOf('?for_connectors=true')).toEqual(['TOKEN'])
    expect(await namesOf('?for_connectors=false')).toEqual(['OTHER'])
    expect(await namesOf('')).toHaveLength(2)
  })

  test('needs a value that is long enough to be masked', async () => {
    const route = await aRoute(sends('/short', 'null'))
    const refused = await Promise.all([
      variableCall(route, 'PUT', `/${route.variableId}`, { value: 'abc' }),
      variableCall(route, 'POST', '', {
        name: 'SHORT',
        value: 'abc',
        environment: 'x',
        for_connectors: true,
      }),
    ])
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(await answer.text()).toMatch(/^value must have at least 4 characters/)
    }
  })

  test('needs the permission to read its value', async () => {
    const route = await aRoute(sends('/blind', 'null'))
    const { id } = await aVariable(server, route.space, { name: 'OTHER' })
    const permissions = ['space:variable:read', 'space:variable:update'] as const
    const blind = (await aKey(server, route.space, { permissions: [...permissions] })).id
    const refused = await variableCall(route, 'PUT', `/${id}`, { for_connectors: true }, blind)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'forbidden: whoever cannot read the value of a variable cannot give it to connectors',
    ])
    // A marked variable stays marked.
    const kept = await variableCall(
      route,
      'PUT',
      `/${route.variableId}`,
      { value: HIDDEN, comment: 'a' },
      blind,
    )
    expect(await kept.json()).toMatchObject({ for_connectors: true, value: HIDDEN })
  })

  test('is limited in total length', async () => {
    const route = await aRoute(sends('/much', 'null'))
    const long = (length: number) => ({ value: 'x'.repeat(length) })
    expect((await variableCall(route, 'PUT', `/${route.variableId}`, long(4001))).status).toBe(400)
    for (const name of ['ONE', 'TWO', 'THREE'])
      await aVariable(server, route.space, { name, ...long(4000), for_connectors: true })
    expect((await variableCall(route, 'PUT', `/${route.variableId}`, long(4000))).status).toBe(200)
    const { id } = await aVariable(server, route.space, { name: 'FOUR', ...long(4) })
    expect((await variableCall(route, 'PUT', `/${id}`, { for_connectors: true })).status).toBe(409)
    expect((await variableCall(route, 'PUT', `/${route.variableId}`, long(3996))).status).toBe(200)
    expect((await variableCall(route, 'PUT', `/${id}`, { for_connectors: true })).status).toBe(200)
    expect((await variableCall(route, 'PUT', `/${route.variableId}`, long(3997))).status).toBe(409)
  })

  test('is limited in number', async () => {
    const route = await aRoute(sends('/many', 'null'))
    for (let i = 1; i < SHARED_VARIABLES_MAX; i++)
      await aVariable(server, route.space, { name: `V-${i}`, value: 'value', for_connectors: true })
    const more = { name: 'MORE', value: 'value', environment: 'x', for_connectors: true }
    expect((await variableCall(route, 'POST', '', more)).status).toBe(409)
    const { id } = await aVariable(server, route.space, { name: 'MORE', value: 'value' })
    expect((await variableCall(route, 'PUT', `/${id}`, { for_connectors: true })).status).toBe(409)
    expect((await variableCall(route, 'POST', '', { ...more, device_id: route.device.id })).status).toBe(201)
  })
})

describe('a secret', () => {
  test('is never shown after it is stored, and connectors still get it', async () => {
    const route = await aWebhook(server, { transformation: sends('/secret', 'job.variables') })
    const created = await variableCall(route, 'POST', '', {
      name: 'TOKEN',
      value: SECRET,
      environment: 'live',
      for_connectors: true,
      secret: true,
    })
    const text = await created.text()
    const { id } = variablesApi.create.answer.parse(JSON.parse(text))
    const reader = await aMember(server, route.space, 'user')
    const key = (await aKey(server, route.space, { permissions: [...VALUES] })).id
    const path = `/spaces/${route.space.id}`
    const texts = [text]
    for (const who of [{ token: route.space.owner.token }, { token: reader.token }, { key }])
      for (const at of ['', `/${id}`])
        texts.push(await (await server.call('GET', `${path}/variables${at}`, who)).text())
    // A change that keeps the value, and one from an old version.
    texts.push(await (await variableCall(route, 'PUT', `/${id}`, { value: HIDDEN, comment: 'a' })).text())
    const old = await server.request(`/v2${path}/variables/${id}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'If-Match': '"1"',
        Authorization: `Bearer ${route.space.owner.token}`,
      },
      body: JSON.stringify({ comment: 'b' }),
    })
    expect(old.status).toBe(412)
    texts.push(await old.text())
    texts.push(await (await server.call('GET', `${path}/audit`, { token: route.space.owner.token })).text())
    for (const one of texts) expect(one).not.toContain(SECRET)
    expect(JSON.parse(texts[1] ?? '')).toMatchObject([{ id, value: HIDDEN, secret: true }])
    await route.send()
    const [request] = await receiver.arrivals('/secret')
    expect(JSON.parse(request?.body ?? '')).toEqual({ TOKEN: SECRET })
  })

  test('can stop being a secret only with another value', async () => {
    const route = await aWebhook(server)
    const values = { name: 'TOKEN', value: SECRET, environment: 'live', secret: true }
    const { id } = variablesApi.create.answer.parse(
      await (await variableCall(route, 'POST', '', values)).json(),
    )
    for (const change of [{ secret: false }, { secret: false, value: HIDDEN }]) {
      const refused = await variableCall(route, 'PUT', `/${id}`, change)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        'value must be sent again, because the value of a secret is never shown',
      ])
    }
    const mask = await variableCall(route, 'PUT', `/${id}`, { value: `${HIDDEN}1` })
    expect(await mask.text()).toContain('value must not have the mask of a value in it')
    const shown = await variableCall(route, 'PUT', `/${id}`, { secret: false, value: 'another' })
    expect(await shown.json()).toMatchObject({ secret: false, value: 'another' })
  })
})
