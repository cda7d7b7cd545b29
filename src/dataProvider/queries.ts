import { useMemo } from 'react'
// oxlint-disable-next-line no-restricted-imports -- here they get their types
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

export { WHOLE_LIST } from './lists'

/** React-admin's hook of that name; a resource that is not there does not compile, and its records have their type. */
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

/** The data provider with `ask`, in a space that space's. `ask` may be a dependency of hooks: it is the same at each render. */
export function useSpaceport(): SpaceportDataProvider {
  const provider = useDataProvider<SpaceportDataProvider>()
  return useMemo(() => {
    // Each look at react-admin's provider makes its methods anew.
    const { ask } = provider
    return new Proxy(provider, { get: (of, name) => (name === 'ask' ? ask : Reflect.get(of, name)) })
  }, [provider])
}
