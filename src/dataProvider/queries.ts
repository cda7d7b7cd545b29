import { type Query, queryOptions, useIsFetching } from '@tanstack/react-query'
import { useMemo } from 'react'
// oxlint-disable-next-line no-restricted-imports -- this file adds the types
import * as admin from 'react-admin'
import {
  type GetListParams,
  type GetManyParams,
  type GetOneParams,
  type UseGetListHookValue,
  type UseGetListOptions,
  type UseGetManyHookValue,
  type UseGetManyOptions,
  type UseGetOneHookValue,
  type UseGetOneOptions,
  useDataProvider,
} from 'react-admin'
import type { SpaceportDataProvider } from '.'
import type { EntityOf, ResourceName } from './endpoints'
import { WHOLE_LIST } from './lists'

export { WHOLE_LIST }

/** React-admin's hook with types: only existing resources compile, and their records are typed. */
export const useGetOne: <Name extends ResourceName>(
  resource: Name,
  params: Partial<GetOneParams>,
  options?: UseGetOneOptions<EntityOf<Name>>,
) => UseGetOneHookValue<EntityOf<Name>> = admin.useGetOne

/** See `useGetOne`. */
export const useGetList: <Name extends ResourceName>(
  resource: Name,
  params?: Partial<GetListParams>,
  options?: UseGetListOptions<EntityOf<Name>>,
) => UseGetListHookValue<EntityOf<Name>> = admin.useGetList

/** See `useGetOne`. */
export const useGetMany: <Name extends ResourceName>(
  resource: Name,
  params: Partial<GetManyParams>,
  options?: UseGetManyOptions<EntityOf<Name>>,
) => UseGetManyHookValue<EntityOf<Name>> = admin.useGetMany

/** `useGetList` of a whole list, for `useQueries`. */
export function wholeListOptions(
  dataProvider: Pick<SpaceportDataProvider, 'getList'>,
  resource: ResourceName,
) {
  const params = { ...WHOLE_LIST, filter: {} }
  return queryOptions({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal }),
  })
}

/** Whether any of these resources is loading for the first time. */
export const useAreLoading = (resources: readonly ResourceName[]): boolean =>
  useIsFetching({
    predicate: ({ queryKey: [first], state }: Query) =>
      state.status === 'pending' && resources.some((name) => name === first),
  }) > 0

/** The data provider of the page, with `ask`. `ask` is the same on each render, so it may be a dependency of hooks. */
export function useSpaceport(): SpaceportDataProvider {
  const provider = useDataProvider<SpaceportDataProvider>()
  return useMemo(() => {
    // Each access to react-admin's provider creates its methods anew.
    const { ask } = provider
    return new Proxy(provider, { get: (of, name) => (name === 'ask' ? ask : Reflect.get(of, name)) })
  }, [provider])
}
