import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { type AuditEntry, auditApi, spaceAuditApi } from '#contract/audit'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'

/** Most entries of one thing within a millisecond. */
const LIMIT = 100

/** The time in an id of version 7, in ISO; undefined for another id. */
export function timeOfId(id: string): string | undefined {
  const time = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : Number.NaN
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * The entry that undid this one, or that this one undid, when it is known: one of the list, or one that the server finds by
 * its time and its target.
 */
export function useRelated({ target_id }: AuditEntry, id: string | null): AuditEntry | undefined {
  const { data: listed } = useListContext<AuditEntry>()
  const { ask } = useSpaceport()
  const spaceId = useOptionalSpaceId()
  const shown = listed?.find((entry) => entry.id === id)
  const at = id === null ? undefined : timeOfId(id)
  const { data: found } = useQuery({
    queryKey: ['audit', 'related', spaceId, id],
    queryFn: async ({ signal }) => {
      const query = { target: target_id, after: at, before: at, limit: LIMIT }
      const entries =
        spaceId === null
          ? await ask(auditApi.list, { query, signal })
          : await ask(spaceAuditApi.list, { params: { spaceId }, query, signal })
      return entries.find((entry) => entry.id === id) ?? null
    },
    enabled: at !== undefined && !shown,
    staleTime: Infinity,
  })
  return shown ?? found ?? undefined
}
