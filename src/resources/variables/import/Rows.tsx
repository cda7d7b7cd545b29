import { Box, FormControlLabel, Switch, TextField } from '@mui/material'
import { useMemo, useState } from 'react'
import { OutcomeText } from '../../../components/bulk/BulkResults'
import type { Outcome, Outcomes } from '../../../components/bulk/runBulk'
import { SecretText } from '../../../components/page'
import { type Column, LocalTable } from '../../../components/table'
import { useTranslateText } from '../../../i18n'
import { msg, useTranslate } from '../texts'
import type { CheckedRow } from './check'
import { actionOf, type RowAction } from './plan'

/** A row, and the result of its import. */
interface ImportRow extends CheckedRow {
  action: RowAction | null
  /** Chooses whether an existing variable is updated; undefined without the permission. */
  onUpdate: Updating['onUpdate']
  outcome?: Outcome
  /** Whether the import has begun. */
  isStarted: boolean
}

/** Problems of a row, or its failure, each as a sentence. */
export function useProblemTexts() {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return ({ problems }: CheckedRow, outcome: Outcome | undefined): string[] =>
    outcome?.state === 'failed'
      ? [translateText(outcome.message)]
      : problems.map(({ label, message, args }) => `${translate(label)}: ${translateText(message, args)}`)
}

/** Choice for a variable that already exists. */
function Exists({ row: { id, name, there, action, onUpdate, isStarted } }: { row: ImportRow }) {
  const translate = useTranslate()
  if (there === null || there === 'not') return null
  if (there !== 'differs') return <span>{translate(`variables.import.there.${there}`)}</span>
  if (isStarted || !onUpdate)
    return <span>{translate(`variables.import.there.${action === 'update' ? 'update' : 'skipped'}`)}</span>
  return (
    <TextField
      select
      size="small"
      fullWidth
      value={action ?? 'skip'}
      onChange={({ target }) => onUpdate([id], target.value === 'update')}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': translate('variables.import.there.choose', { name }) },
      }}
    >
      {(['skip', 'update'] as const).map((each) => (
        <option key={each} value={each}>
          {translate(`variables.import.there.${each}`)}
        </option>
      ))}
    </TextField>
  )
}

function Result({ row }: { row: ImportRow }) {
  const translate = useTranslate()
  const texts = useProblemTexts()(row, row.outcome)
  const isLeft = row.action === 'skip' && !row.outcome
  const isAsked = row.action === 'update' && !row.isStarted
  if (texts.length === 0 && (isLeft || isAsked)) return <Exists row={row} />
  if (texts.length === 0 && row.isStarted) return <OutcomeText outcome={row.outcome} />
  if (texts.length === 0)
    return <span>{translate(`variables.import.${row.action ? 'ready' : 'searching'}`)}</span>
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        color: 'error.main',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      }}
    >
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  )
}

const Value = ({ value }: Pick<CheckedRow, 'value'>) => {
  const what = useTranslate()('variables.fields.value')
  return value && <SecretText value={value} what={what} />
}

const columns: Column<ImportRow>[] = [
  { id: 'row', label: msg('variables.import.row'), cell: ({ number }) => number, width: 64 },
  { id: 'name', label: msg('variables.fields.name'), cell: ({ name }) => name, primary: true },
  {
    id: 'value',
    label: msg('variables.fields.value'),
    cell: ({ value }) => <Value value={value} />,
    width: 140,
  },
  {
    id: 'environment',
    label: msg('variables.fields.environment'),
    cell: ({ environment }) => environment,
    width: 112,
  },
  { id: 'comment', label: msg('variables.fields.comment'), cell: ({ comment }) => comment, dropPriority: 1 },
  { id: 'device', label: msg('variables.device'), cell: ({ deviceName, device }) => deviceName ?? device },
  {
    id: 'result',
    label: msg('variables.import.result'),
    cell: (row) => <Result row={row} />,
    width: 280,
    card: 'below',
  },
]

const rowLabel = ({ id, name }: ImportRow) => name || id
const IN_ORDER = { field: 'number', order: 'ASC' } as const

/** Existing variables that get the values of the file. */
interface Updating {
  updated: ReadonlySet<string>
  onUpdate?: ((ids: readonly string[], isUpdated: boolean) => void) | undefined
}

interface RowsProps extends Updating {
  rows: readonly CheckedRow[]
  outcomes: Outcomes
  isStarted: boolean
}

/** Rows of the file with their problems, or the results of their import. */
export function Rows({ rows, outcomes, isStarted, updated, onUpdate }: RowsProps) {
  const translate = useTranslate()
  const [onlyProblems, setOnlyProblems] = useState(false)
  const data = useMemo(() => {
    const all = rows.map(
      (row): ImportRow => ({
        ...row,
        outcome: outcomes.get(row.id),
        isStarted,
        action: actionOf(row, updated),
        onUpdate,
      }),
    )
    const isWrong = ({ problems, outcome }: ImportRow) => problems.length > 0 || outcome?.state === 'failed'
    return onlyProblems ? all.filter(isWrong) : all
  }, [rows, outcomes, isStarted, onlyProblems, updated, onUpdate])
  return (
    <>
      <FormControlLabel
        control={<Switch checked={onlyProblems} onChange={(_event, checked) => setOnlyProblems(checked)} />}
        label={translate('variables.import.onlyProblems')}
        sx={{ mb: 1, ml: -0.5 }}
      />
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
        <LocalTable<ImportRow>
          // Resets it to the first page.
          key={String(onlyProblems)}
          title={translate('variables.import.rows')}
          columns={columns}
          rowLabel={rowLabel}
          defaultSort={IN_ORDER}
          perPage={10}
          query={{ data, error: null, isPending: false, refetch: () => undefined }}
        />
      </Box>
    </>
  )
}
