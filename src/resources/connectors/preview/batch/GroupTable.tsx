import { useCallback } from 'react'
import { type Column, LocalTable } from '../../../../components/table'
import { useTranslate } from '../../../../i18n/translate'
import { VerdictIcon } from '../result/VerdictLine'
import { useErrorLine } from '../useErrorLine'
import type { Verdict } from '../verdict'
import { GroupMessages } from './GroupMessages'
import type { Group } from './groups'
import { OpenContext, OpenFirst } from './OpenButton'

function KindText({ kind }: { kind: Verdict['kind'] }) {
  const translate = useTranslate()
  return (
    <>
      <VerdictIcon kind={kind} /> {translate(`connectors.preview.batch.kinds.${kind}`)}
    </>
  )
}

function ErrorText({ failed }: Pick<Group, 'failed'>) {
  const errorLine = useErrorLine()
  return failed ? errorLine(failed) : '–'
}

const columns: readonly Column<Group>[] = [
  {
    id: 'kind',
    label: 'connectors.preview.batch.kind',
    primary: true,
    width: 180,
    cell: ({ kind }) => <KindText kind={kind} />,
  },
  {
    id: 'count',
    label: 'connectors.preview.batch.count',
    width: 110,
    cell: ({ messages }) => messages.length,
  },
  {
    id: 'error',
    label: 'connectors.preview.batch.error',
    cell: ({ failed }) => <ErrorText failed={failed} />,
  },
  {
    id: 'open',
    label: 'connectors.preview.batch.try',
    width: 180,
    cell: ({ messages }) => <OpenFirst messages={messages} />,
  },
]

const byRank = { field: 'rank', order: 'ASC' } as const
const expand = ({ messages }: Group) => <GroupMessages messages={messages} />

interface GroupTableProps {
  groups: Group[]
  onOpen: (messageId: string) => void
}

/** What would become of the messages, each group with its messages below it. */
export function GroupTable({ groups, onOpen }: GroupTableProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const rowLabel = useCallback(
    ({ kind, failed }: Group) =>
      failed ? errorLine(failed) : translate(`connectors.preview.batch.kinds.${kind}`),
    [errorLine, translate],
  )
  return (
    <OpenContext value={onOpen}>
      <LocalTable
        title={translate('connectors.preview.batch.table')}
        query={{ data: groups, error: null, isPending: false, refetch: () => undefined }}
        columns={columns}
        defaultSort={byRank}
        expand={expand}
        rowLabel={rowLabel}
      />
    </OpenContext>
  )
}
