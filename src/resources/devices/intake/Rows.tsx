import { Box } from '@mui/material'
import { useMemo } from 'react'
import { OutcomeText } from '../../../components/bulk/BulkResults'
import type { Outcome, Outcomes } from '../../../components/bulk/runBulk'
import { type Column, LocalTable } from '../../../components/table'
import { useTranslateText } from '../../../i18n'
import { useTranslate as useCommonTranslate } from '../../../i18n/translate'
import { msg as devicesMsg } from '../texts'
import type { IntakeRow } from './rows'
import { msg, useTranslate } from './texts'

interface Shown extends IntakeRow {
  outcome: Outcome | undefined
  isStarted: boolean
}

/** Why a row is left out or has failed, or its outcome. */
function Result({ row: { problems, outcome, isStarted } }: { row: Shown }) {
  const translate = useTranslate()
  const translateLabel = useCommonTranslate()
  const translateText = useTranslateText()
  const failed = outcome && 'message' in outcome ? [translateText(outcome.message)] : []
  const wrong = problems.map(
    ({ label, message, args }) => `${translateLabel(label)}: ${translateText(message, args)}`,
  )
  const texts = [...wrong, ...failed]
  if (texts.length === 0)
    return isStarted ? <OutcomeText outcome={outcome} /> : <span>{translate('devices.intake.ready')}</span>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', color: 'error.main', whiteSpace: 'normal' }}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  )
}

const labelsOf = (label: IntakeRow['label']) =>
  Object.entries(label)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

const columns: Column<Shown>[] = [
  { id: 'row', label: msg('devices.intake.row'), cell: ({ number }) => number, width: 64 },
  { id: 'name', label: devicesMsg('devices.fields.name'), cell: ({ name }) => name, primary: true },
  {
    id: 'serial_number',
    label: devicesMsg('devices.fields.serial_number'),
    cell: ({ serial_number }) => serial_number,
    width: 128,
    figures: true,
  },
  {
    id: 'tags',
    label: devicesMsg('devices.fields.tags'),
    cell: ({ tags }) => tags.join(', '),
    dropPriority: 2,
  },
  {
    id: 'comment',
    label: devicesMsg('devices.fields.comment'),
    cell: ({ comment }) => comment,
    dropPriority: 1,
  },
  {
    id: 'label',
    label: devicesMsg('devices.fields.label'),
    cell: ({ label }) => labelsOf(label),
    dropPriority: 3,
  },
  {
    id: 'result',
    label: msg('devices.intake.result'),
    cell: (row) => <Result row={row} />,
    width: 280,
    card: 'below',
  },
]

const rowLabel = ({ id, name }: Shown) => name || id
/** Rows with errors come first, then in the order of the file. */
const IN_ORDER = { field: 'place', order: 'ASC' } as const

interface RowsProps {
  rows: readonly IntakeRow[]
  outcomes: Outcomes
  isStarted: boolean
}

/** What would be created, with its faults, or what became of it. Claim tokens are not shown. */
export function Rows({ rows, outcomes, isStarted }: RowsProps) {
  const translate = useTranslate()
  const data = useMemo(
    () =>
      rows.map((row): Shown & { place: number } => {
        const outcome = outcomes.get(row.id)
        const isWrong = row.problems.length > 0 || outcome?.state === 'failed'
        return { ...row, outcome, isStarted, place: row.number - (isWrong ? rows.length * 10 : 0) }
      }),
    [rows, outcomes, isStarted],
  )
  const hasLabels = rows.some(({ label }) => labelsOf(label) !== '')
  const shown = useMemo(() => columns.filter(({ id }) => hasLabels || id !== 'label'), [hasLabels])
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <LocalTable<Shown>
        title={translate('devices.intake.rows')}
        columns={shown}
        rowLabel={rowLabel}
        defaultSort={IN_ORDER}
        perPage={10}
        query={{ data, error: null, isPending: false, refetch: () => undefined }}
      />
    </Box>
  )
}
