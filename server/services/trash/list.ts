import type { TrashEntry, TrashFilters, TrashListQuery } from '#contract/trash'
import { trash } from '../../db/schema'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { pagedList } from '../resources/pagedList'

/** The columns of an answer: never the content, which has secrets. */
const COLUMNS = {
  id: trash.id,
  resource: trash.resource,
  record_id: trash.recordId,
  name: trash.name,
  detail: trash.detail,
  deleted_at: timeColumn(trash.createdAt),
  deleted_by: trash.deletedBy,
  kept_until: timeColumn(trash.keptUntil),
  batch: trash.batch,
  left_out: trash.leftOut,
} satisfies Columns<TrashEntry>

/** SQL condition: the time of an entry has not come. Until a worker deletes it, nobody sees it any more. */
export const isKept = (row: string): string => `${row}.kept_until > now()`

/** The pages of the trash of a space. Rules, "Trash". */
export const trashList = pagedList<TrashFilters, TrashListQuery['sort_by']>({
  table: 'trash',
  selection: selectText(COLUMNS),
  sorts: { id: (row) => `${row}.id` },
  filter: (statement, { resource, text, batch }) => {
    const { conditions } = statement
    conditions.push(isKept('trash'))
    if (resource?.length) conditions.push(`trash.resource = any(${statement.value(resource)}::text[])`)
    if (batch) conditions.push(`trash.batch = ${statement.value(batch)}`)
    if (text)
      conditions.push(
        `strpos(lower(trash.name || ' ' || coalesce(trash.detail, '')), lower(${statement.value(text)})) > 0`,
      )
  },
})
