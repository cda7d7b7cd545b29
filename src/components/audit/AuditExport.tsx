import { useMemo, useState } from 'react'
import { type AuditEntry, auditApi, auditEntrySchema, spaceAuditApi } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { useCurrentSpace } from '../../dataProvider/account'
import { queryOf } from '../../dataProvider/endpoints'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import type { Formats, Source } from '../export/collect'
import type { ExportOfList } from '../export/ExportButton'
import { ExportDialog } from '../export/ExportDialog'
import { fileName } from '../files'
import { fieldSheet } from '../sheets/sheet'
import { group } from './texts'

/** Every entry is exported, so entries are not grouped. */
const { grouped: _grouped, ...QUERY } = auditApi.list.query.shape
const COLUMNS = auditEntrySchema.omit({ entries: true, targets: true, undone_entries: true }).keyof().options

/** The audit log in files; in a table, changed fields are JSON. */
const FORMATS: Formats<AuditEntry> = {
  lineOf: (entry) => JSON.stringify(entry),
  sheet: fieldSheet(COLUMNS),
}

/** Entries that match the filters, in the current space or everywhere. */
function useSource(filter: Record<string, unknown>): Source<AuditEntry> {
  const { ask } = useSpaceport()
  const spaceId = useOptionalSpaceId()
  // Relative ranges are resolved when the dialog opens, so that a long export does not shift them.
  const [filters] = useState(() => queryOf({ query: QUERY }, filter))
  return useMemo(
    () => ({
      read: ({ limit, cursor }, signal) => {
        const query = { ...filters, limit, cursor }
        return spaceId === null
          ? ask(auditApi.list, { query, signal })
          : ask(spaceAuditApi.list, { params: { spaceId }, query, signal })
      },
      firstLimit: LIST_LIMIT,
      nextLimit: () => LIST_LIMIT,
    }),
    [ask, filters, spaceId],
  )
}

/** Exports the entries of a list. */
export default function AuditExport({ filter, ...list }: ExportOfList) {
  const space = useCurrentSpace()
  return (
    <ExportDialog
      {...list}
      texts={group('audit.exporting')}
      source={useSource(filter)}
      formats={FORMATS}
      nameOf={(extension) => fileName('audit', space?.name ?? '', new Date(), extension)}
    />
  )
}
