import { type AuditEntry, auditApi, BATCH_CAPABILITY, spaceAuditApi } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { useCapability } from '../../../config'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { useOptionalSpaceId } from '../../../dataProvider/SpaceProvider'

/** Whether an entry of a list stands for others of the same run of changes. */
export const isGroup = ({ entries }: Pick<AuditEntry, 'entries'>): boolean => entries > 1

/** What an entry and those of its group have in common. */
export type Group = Pick<AuditEntry, 'space_id' | 'batch' | 'actor_id' | 'action'>

const GROUPED = { grouped: 'true' }

/** The filter of a list whose entries stand for others, where the server has it. */
export const useGrouped = () => (useCapability(BATCH_CAPABILITY) ? GROUPED : undefined)

/** What else a page of the entries of a group is asked for with. */
interface PageQuery {
  limit: number
  cursor?: string | number
  after?: string
  before?: string
}

/** Some entries of a group, the newest first. */
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

/** All entries of a group, the newest first. */
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

/** The kind of the journals of undoing groups: those of a space, or those that were begun in the log of everything. */
export function useUndoKind(): string {
  const spaceId = useOptionalSpaceId()
  return spaceId === null ? 'undoing' : `undoing ${spaceId}`
}
