import simpleRestProvider from 'ra-data-simple-rest'
import { type DataProvider, fetchUtils, type GetListParams } from 'react-admin'
import type { z } from 'zod'
import type { Endpoint, Language } from '#contract/common'
import { callEndpoint, type EndpointOptions } from './call'
import { type Client, type RequestOptions, readAnswer } from './client'
import { type ListParams, loadEndpoint } from './endpoints'
import { createServerLists, createWholeLists, WHOLE_LIST } from './lists'
import { type Based, conditionOf, saveOf } from './versionedSave'

/** React-admin's verbs, and further calls of the console. */
export type SpaceportDataProvider = ReturnType<typeof createDataProvider>

/** Wraps our client in the fetch function of ra-data-simple-rest, so that its single-record verbs work. */
const asFetchJson =
  (client: Client, headers?: RequestOptions['headers']) =>
  async (url: string, options: fetchUtils.Options = {}) => {
    const body = typeof options.body === 'string' ? JSON.parse(options.body) : undefined
    const json: unknown = await client.request(options.method ?? 'GET', url, {
      body,
      headers,
      signal: options.signal ?? undefined,
    })
    return { status: 200, headers: new Headers(), body: '', json }
  }

/** A react-admin verb that the console never calls. */
const uncalled = () => Promise.reject(new Error('The console changes and reads records one by one'))

/** A record with the id for links. A key gets its handle, because no address may have its id, which is its token. */
const byHandle = <Row extends object>(row: Row): Row =>
  'handle' in row && typeof row.handle === 'string' ? { ...row, id: row.handle } : row

/**
 * React-admin's data provider over /v2. An update sends the whole object, unless `meta.based` has the record it is
 * based on. With `meta.version`, a delete succeeds only if the record still has that version. `meta.headers` are extra
 * headers.
 * @param spaceId the space of the resources; null outside of a space
 * @param isBounded the server has the capability `bounded-lists`
 * @param languageOf the language of the console, by which names are sorted
 * @param sortsByLanguage the server has the capability `language-order`
 */
export function createDataProvider(
  client: Client,
  spaceId: string | null,
  isBounded = false,
  languageOf: () => Language | undefined = () => undefined,
  sortsByLanguage = false,
) {
  const serverLists = createServerLists(client, isBounded, () => (sortsByLanguage ? languageOf() : undefined))
  const wholeList = createWholeLists(client, languageOf)

  /**
   * Parses one record by its endpoint's schema, which drops unknown fields.
   * @param known other known fields of the record, for those that the answer lacks
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- react-admin lets the caller name the type
  async function readRecord<Row>(schema: z.ZodType, data: unknown, known?: object): Promise<Row> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema checks it
    return (await readAnswer(client, schema, data, known)) as Row
  }

  const single = async (
    resource: string,
    to: 'url' | 'createUrl' | 'deleteUrl' = 'url',
    headers?: RequestOptions['headers'],
  ) => {
    const { schema, [to]: url } = await loadEndpoint(resource, spaceId)
    const [base, path] = [url.slice(0, url.lastIndexOf('/')), url.slice(url.lastIndexOf('/') + 1)]
    return { rest: simpleRestProvider(base, asFetchJson(client, headers)), path, schema }
  }

  const getList: DataProvider['getList'] = async (resource, params) => {
    const endpoint = await loadEndpoint(resource, spaceId, params.filter)
    const full = {
      pagination: params.pagination ?? { page: 1, perPage: 10 },
      sort: params.sort ?? { field: 'id', order: 'DESC' as const },
      filter: params.filter ?? {},
      signal: params.signal,
    }
    const page = await (endpoint.paging === 'whole'
      ? wholeList(endpoint, full)
      : serverLists.page(endpoint, full))
    return { ...page, data: page.data.map(byHandle) }
  }

  const rest: DataProvider = {
    supportAbortSignal: true,
    getList,
    async getOne(resource, params) {
      const { rest, path, schema } = await single(resource)
      const { data } = await rest.getOne(path, params)
      // React-admin rejects any id other than the requested one.
      const record: unknown = Object(data) === data ? { ...data, id: params.id } : data
      return { data: await readRecord(schema, record) }
    },
    async getMany(resource, { ids, signal }) {
      const everything: GetListParams & { signal?: AbortSignal } = {
        ...WHOLE_LIST,
        filter: {},
        signal,
      }
      if ((await loadEndpoint(resource, spaceId)).paging !== 'whole')
        return {
          data: await Promise.all(ids.map(async (id) => (await rest.getOne(resource, { id, signal })).data)),
        }
      const { data } = await getList(resource, everything)
      return { data: data.filter(({ id }) => ids.includes(id)) }
    },
    getManyReference: uncalled,
    async create(resource, params) {
      const { rest, path, schema } = await single(resource, 'createUrl', params.meta?.headers)
      const { data } = await rest.create(path, params)
      return { data: byHandle(await readRecord(schema, data, { id: '', ...params.data })) }
    },
    async update(resource, params) {
      const { url, schema } = await loadEndpoint(resource, spaceId)
      const based: Based | undefined = params.meta?.based
      const path = `${url}/${encodeURIComponent(String(params.id))}`
      const { body, headers } = saveOf(params.data, based)
      const data: unknown = await client.request('PUT', path, {
        body,
        headers: { ...headers, ...params.meta?.headers },
      })
      const known = { ...params.previousData, ...params.data, id: params.id }
      return { data: await readRecord(schema, data, known) }
    },
    async delete(resource, params) {
      const headers = { ...conditionOf(params.meta?.version), ...params.meta?.headers }
      const { rest, path } = await single(resource, 'deleteUrl', headers)
      const { data } = await rest.delete(path, params)
      return { data: params.previousData ?? data }
    },
    updateMany: uncalled,
    deleteMany: uncalled,
  }

  return {
    ...rest,
    /** Counts all rows of a list, without a limit. Errors: those of the client. */
    countAll: async (resource: string, { filter }: Pick<ListParams, 'filter'>) =>
      serverLists.countAll(await loadEndpoint(resource, spaceId, filter), filter),
    /**
     * Calls any endpoint of the contract and parses its answer by the schema. In a space, `spaceId` can be left out.
     * Errors: those of the client.
     */
    ask: <const E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>) =>
      callEndpoint(client, endpoint, options, spaceId),
  }
}
