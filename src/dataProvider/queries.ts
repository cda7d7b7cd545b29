// oxlint-disable-next-line no-restricted-imports -- here they get their types
import * as admin from 'react-admin'
import {
  type GetListParams,
  type GetListResult,
  type GetManyParams,
  type GetOneParams,
  type RaRecord,
  type UseGetListHookValue,
  type UseGetListOptions,
  type UseGetManyHookValue,
  type UseGetManyOptions,
  type UseGetOneHookValue,
  type UseGetOneOptions,
  useDataProvider,
} from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { SpaceportDataProvider } from '.'
import type { EntityOf, ResourceName } from './endpoints'

/** All rows of a list that is fetched whole, by name. */
export const WHOLE_LIST = {
  pagination: { page: 1, perPage: LIST_LIMIT },
  sort: { field: 'name', order: 'ASC' },
} as const

/** React-admin's hook of that name; a resource that is not there does not compile, and its records have their type. */
export const useGetOne: <Name extends ResourceName>(
  resource: Name,
  params: Partial<GetOneParams>,
  options?: UseGetOneOptions<EntityOf<Name>>,
) => UseGetOneHookValue<EntityOf<Name>> = admin.useGetOne

/** The rows of an answer; none of a denied call, which react-admin answers with an empty object. */
export const rowsOf = <Row>(answer: Row[]): Row[] => (Array.isArray(answer) ? answer : [])

const withRows = <Row extends RaRecord>(answer: GetListResult<Row>) => ({
  ...answer,
  data: rowsOf(answer.data),
})

/** See `useGetOne`. */
export const useGetList: <Name extends ResourceName>(
  resource: Name,
  params?: Partial<GetListParams>,
  options?: UseGetListOptions<EntityOf<Name>>,
) => UseGetListHookValue<EntityOf<Name>> = (resource, params, options) =>
  admin.useGetList(resource, params, { select: withRows, ...options })

/** See `useGetOne`. */
export const useGetMany: <Name extends ResourceName>(
  resource: Name,
  params: Partial<GetManyParams>,
  options?: UseGetManyOptions<EntityOf<Name>>,
) => UseGetManyHookValue<EntityOf<Name>> = admin.useGetMany

/** The data provider with the verbs of this console; in a space, that space's. */
export const useSpaceport = () => useDataProvider<SpaceportDataProvider>()
