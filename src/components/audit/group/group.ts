import { type AuditEntry, auditApi, BATCH_CAPABILITY, spaceAuditApi } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { useCapability } from '../../../config'
import type { SpaceportDataProvider } from '../../../dataProvider'

/** Whether an entry in a list stands for a group: several entries of the same run. */
export const isGroup = ({ entries }: Pick<AuditEntry, 'entries'>): boolean => entries > 1

/** The common fields of a group's entries. */
export type Group = Pick<AuditEntry, 'space_id' | 'batch' | 'actor_id' | 'action'>

const GROUPED = { grouped: 'true' }

/** The filter that groups the entries of a list, if the server supports it. */
export const useGrouped = () => (useCapability(BATCH_CAPABILITY) ? GROUPED : undefined)

/** Further parameters for a page of a group's entries. */
interface PageQuery {
  limit: number
  cursor?: string | number
  after?: string
  before?: string
}

/** A page of a group's entries, newest first. */
export const pageOfGroup = (
  { ask }: Pick<SpaceportDataProvider, 'ask'>,
  { space_id, batch, actor_id, action }: Group,
  page: PageQuery,
  signal?: AbortSignal,
): Promise<AuditEntry[]> => {
  const query = { ...page, batch, actor_id, action: [action] }
  return space_id === null
    ? ask(auditApi.list, { query, signal })
    : ask(spaceAuditApi.list, { params: { spaceId: space_id }, query, signal })
}

/** All entries of a group, newest first. */
export async function readGroup(
  dataProvider: Pick<SpaceportDataProvider, 'ask'>,
  group: Group,
  signal?: AbortSignal,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let page: AuditEntry[]
  do {
    page = await pageOfGroup(dataProvider, group, { limit: LIST_LIMIT, cursor: entries.at(-1)?.id }, signal)
    entries.push(...page)
  } while (page.length === LIST_LIMIT)
  return entries
}
