import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectorsApi } from '#contract/connectors'
import { devicesApi } from '#contract/devices'
import { messagesApi } from '#contract/messages'
import { callEndpoint } from './call'
import { createClient } from './client'
import { endpointOf, isAnswerOf, loadEndpoints, queryOf } from './endpoints'

const SPACE = '01890a5d-ac96-774b-bcce-000000000010'

beforeAll(loadEndpoints)

describe('the filter of a list', () => {
  it.each([
    ['messages', { direction: ['up'] }, { direction: 'up' }],
    ['messages', { direction: ['down', 'up'], type: ['data'] }, { direction: undefined, type: ['data'] }],
    ['messages', { direction: 'up', type: ['data', 'shell'] }, { direction: 'up', type: ['data', 'shell'] }],
    ['devices', { tag_ids: [SPACE], tag_filter_logic: 'all' }, { tag_ids: [SPACE], tag_filter_logic: 'all' }],
    ['devices', { moved: ['true'], name: 'pump' }, { moved: 'true', name: 'pump' }],
    ['deliveries', { connectorId: SPACE, state: ['failed'] }, { state: ['failed'] }],
  ])('of %s is always sent as %j', (resource, filter, sent) => {
    expect(queryOf(endpointOf(resource, SPACE, filter), filter)).toEqual(sent)
  })

  it('is sent with unknown fields, which the server refuses, instead of leaving them out', () => {
    const endpoint = endpointOf('messages', SPACE)
    expect(queryOf(endpoint, { direction: ['up', 'sideways'] })).toEqual({ direction: ['up', 'sideways'] })
  })

  it('with a single value is left out when both are chosen', () => {
    expect(queryOf(endpointOf('devices', SPACE), { moved: ['true', 'false'] })).toEqual({ moved: undefined })
  })
})

describe('a call', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('sends a single value of a list as a list, and a direction as one', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(decodeURIComponent(url))
      return Response.json([])
    })
    const client = createClient('/v2', () => null)
    const query = { direction: 'up', type: ['data'], limit: 1 }
    await callEndpoint(client, messagesApi.list, { params: { spaceId: SPACE }, query })
    expect(asked).toEqual([`/v2/spaces/${SPACE}/messages?direction=up&type[]=data&limit=1`])
  })
})

describe('a query of react-admin', () => {
  it.each([
    [devicesApi.list, 'devices', 'getList', true],
    [devicesApi.list, 'devices', 'getMany', true],
    [devicesApi.list, 'devices', 'getOne', false],
    [devicesApi.get, 'devices', 'getOne', true],
    [devicesApi.get, 'devices', 'getList', false],
    [devicesApi.list, 'tags', 'getList', false],
    [connectorsApi.deliveries, 'deliveries', 'getList', true],
    [connectorsApi.operation, 'connectors', 'getOne', false],
    [devicesApi.list, 'get /spaces/{spaceId}/devices', undefined, false],
  ])('is invalidated by the endpoint that answers it', (endpoint, resource, verb, isAnswered) => {
    expect(isAnswerOf(endpoint, resource, verb)).toBe(isAnswered)
  })
})
