import { useMemo } from 'react'
import { useRecordContext } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import { memberSchema, type Rollout, rolloutsApi } from '#contract/rollouts'
import type { Formats, Source } from '../../../components/export/collect'
import type { ExportOfList } from '../../../components/export/ExportButton'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { type CsvValue, fileName } from '../../../components/files'
import { group } from '../../../components/rollouts/texts'
import { columnsOf } from '../../../components/sheets/sheet'
import { queryOf } from '../../../dataProvider/endpoints'
import { useSpaceport } from '../../../dataProvider/queries'
import { type MemberRow, rolloutDevices } from '../../../dataProvider/rolloutDevices'
import { beforeText } from './before'

const COLUMNS = memberSchema.keyof().options

function cellOf(member: MemberRow, column: (typeof COLUMNS)[number]): CsvValue {
  if (column === 'before') return beforeText(member.before)
  // People count stages from 1.
  if (column === 'stage') return member.stage === null ? null : member.stage + 1
  return member[column]
}

const FORMATS: Formats<MemberRow> = {
  lineOf: ({ id: _id, ...member }) => JSON.stringify(member),
  sheet: {
    columns: columnsOf(COLUMNS),
    cellsOf: (member) => COLUMNS.map((column) => cellOf(member, column)),
  },
}

/** Exports the devices of the roll-out on the page. */
export default function DeviceExport({ filter, ...list }: ExportOfList) {
  const { ask } = useSpaceport()
  const rollout = useRecordContext<Rollout>()
  const rolloutId = rollout?.id ?? ''
  const source = useMemo<Source<MemberRow>>(
    () => ({
      read: ({ limit, cursor }, signal) => {
        const filters = queryOf({ query: rolloutsApi.devices.query.shape }, filter)
        const query = { ...filters, limit, cursor }
        return ask(rolloutDevices, { params: { rolloutId }, query, signal })
      },
      firstLimit: LIST_LIMIT,
      nextLimit: () => LIST_LIMIT,
    }),
    [ask, rolloutId, filter],
  )
  return (
    <ExportDialog
      {...list}
      texts={group('rollouts.exporting')}
      source={source}
      formats={FORMATS}
      nameOf={(extension) => fileName('rollout', rollout?.name ?? '', new Date(), extension)}
    />
  )
}
