import { useMemo, useState } from 'react'
import { type AuditEntry, auditApi, auditEntrySchema, spaceAuditApi } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { useCurrentSpace } from '../../dataProvider/account'
import { queryOf } from '../../dataProvider/endpoints'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { csvFile, type Formats, jsonLines, type Source } from '../export/collect'
import type { ExportOfList } from '../export/ExportButton'
import { ExportDialog } from '../export/ExportDialog'
import { BYTE_ORDER_MARK, type CsvValue, csvLine, fileName } from '../files'
import { group } from './texts'

/** Every entry is exported, so entries are not grouped. */
const { grouped: _grouped, ...QUERY } = auditApi.list.query.shape
const COLUMNS = auditEntrySchema.omit({ entries: true, targets: true, undone_entries: true }).keyof().options

const cellOf = (value: AuditEntry[keyof AuditEntry]): CsvValue =>
  typeof value === 'string' || value === null ? value : JSON.stringify(value)

/** Export formats of the audit log; in CSV, changed fields are JSON. */
const FORMATS: Formats<AuditEntry> = {
  jsonLines: jsonLines((entry) => JSON.stringify(entry)),
  csv: csvFile(BYTE_ORDER_MARK + csvLine(COLUMNS), (entry) =>
    csvLine(COLUMNS.map((column) => cellOf(entry[column]))),
  ),
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
