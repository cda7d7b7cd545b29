import { type Query, useQueryClient } from '@tanstack/react-query'
import type { RaRecord } from 'react-admin'
import { useDefinition } from './definition'

/** Loads again what shows the records of the resource, after some have changed; the page of a changed one is up to date. */
export function useForget() {
  const queryClient = useQueryClient()
  const { name, shownIn = [] } = useDefinition()
  const isShown = ({ queryKey: [resource] }: Pick<Query, 'queryKey'>) =>
    shownIn.some((other) => other === resource)
  const isStale = (query: Pick<Query, 'queryKey'>) =>
    isShown(query) || (query.queryKey[0] === name && query.queryKey[1] !== 'getOne')
  return () => {
    // None of them may show old data, not even while it loads.
    queryClient.removeQueries({ type: 'inactive', predicate: isShown })
    void queryClient.invalidateQueries({ predicate: isStale })
  }
}

/** Shows a record everywhere as the server has just answered it. */
export function useShown() {
  const queryClient = useQueryClient()
  const { name } = useDefinition()
  const forget = useForget()
  return (record: RaRecord) => {
    queryClient.setQueryData([name, 'getOne', { id: String(record.id), meta: undefined }], record)
    forget()
  }
}
