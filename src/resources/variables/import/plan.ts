import { z } from 'zod'
import type { Variable, VariableCreate } from '#contract/variables'
import type { Journal } from '../../../components/bulk/journal'
import type { BulkJob } from '../../../components/bulk/machine'
import type { SpaceportDataProvider } from '../../../dataProvider'
import type { RequestOptions } from '../../../dataProvider/client'
import { type Based, onLatest } from '../../../dataProvider/versionedSave'
import type { CheckedRow } from './check'
import { CSV_FIELDS, type CsvTable } from './csv'
import { pagesOf } from './pages'

/** How a file was read. Its rows are not kept: their values may be secrets. */
export const importPlanSchema = z.object({
  /** Name of the file; null when the rows were pasted. */
  file: z.string().nullable(),
  columns: z.array(z.enum(CSV_FIELDS).nullable()),
  hasHeader: z.boolean(),
  /** Environment of rows that have none. */
  environment: z.string(),
  /** Ids of the rows whose variables are there and were to be updated. */
  updated: z.array(z.string()).default([]),
})
export type ImportPlan = z.infer<typeof importPlanSchema>

/** The file that was chosen again, read as it was the first time. */
export const readAsBefore = (table: CsvTable, { columns, hasHeader }: ImportPlan): CsvTable =>
  table.columns.length === columns.length ? { ...table, columns, hasHeader } : table

/** Whether each row that an interrupted import has still to do is in the file, at its place and under its name. */
export function isSameFile(journal: Journal, rows: readonly CheckedRow[]): boolean {
  const names = new Map(rows.flatMap(({ id, name, input }) => (input ? [[id, name]] : [])))
  return journal.ids
    .filter((id) => !['done', 'unchanged'].includes(journal.stateOf(id)))
    .every((id) => names.has(id) && names.get(id) === journal.names.get(id))
}

type Provider = Pick<SpaceportDataProvider, 'getList' | 'getOne' | 'create' | 'update'>

/** Whether a variable is there, as the file has it. The server finds parts of names, so the whole is compared here. */
async function isThere(dataProvider: Provider, wanted: VariableCreate): Promise<boolean> {
  const { name, environment, device_id, value } = wanted
  const isSame = (found: Variable) =>
    found.name === name &&
    found.environment === environment &&
    found.device_id === device_id &&
    found.value === value
  for await (const page of pagesOf<Variable>(dataProvider, 'variables', { name }))
    if (page.some(isSame)) return true
  return false
}

/** What is done with a row: a variable that is there already is left as it is, unless its update was chosen. */
export type RowAction = 'create' | 'update' | 'skip'

export function actionOf({ id, input, there }: CheckedRow, updated: ReadonlySet<string>): RowAction | null {
  if (!input || there === null) return null
  if (there === 'not') return 'create'
  return there === 'differs' && updated.has(id) ? 'update' : 'skip'
}

/** Gives a variable the value and the comment of a row, whatever it has by now. */
async function update(
  dataProvider: Provider,
  { id }: Variable,
  row: CheckedRow,
  input: VariableCreate,
  headers: RequestOptions['headers'],
) {
  await onLatest(async () => {
    const { data: before } = await dataProvider.getOne<Variable>('variables', { id })
    const { name, value, environment, comment } = before
    const told = { name, value, environment, comment }
    const data = { ...told, value: input.value, ...(row.hasComment && { comment: input.comment }) }
    const based: Based = { version: before.version, data: told }
    await dataProvider.update('variables', { id, data, previousData: before, meta: { based, headers } })
  })
}

/** Creates or updates the variables of the rows, by their ids, and finds out whether that was done. */
export function importJob(
  dataProvider: Provider,
  rows: readonly CheckedRow[],
  updated: ReadonlySet<string>,
): Required<BulkJob> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const rowOf = (id: string) => {
    const row = byId.get(id)
    if (!row?.input) throw new Error(`row ${id} has no input`)
    return { row, input: row.input }
  }
  return {
    async work(id, _signal, headers) {
      const { row, input } = rowOf(id)
      const action = actionOf(row, updated)
      if (action === 'skip') return 'unchanged'
      if (action === 'update' && row.found) await update(dataProvider, row.found, row, input, headers)
      else await dataProvider.create('variables', { data: input, meta: { headers } })
      return 'done'
    },
    check: async (id) => ((await isThere(dataProvider, rowOf(id).input)) ? 'done' : 'open'),
  }
}
