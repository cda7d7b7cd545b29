import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import type { Variable, VariableCreate } from '#contract/variables'
import type { Journal } from '../../../components/bulk/journal'
import type { BulkJob } from '../../../components/bulk/machine'
import type { SpaceportDataProvider } from '../../../dataProvider'
import type { CheckedRow } from './check'
import { CSV_FIELDS, type CsvTable } from './csv'

/** How a file was read. Its rows are not kept: their values may be secrets. */
export const importPlanSchema = z.object({
  /** Name of the file; null when the rows were pasted. */
  file: z.string().nullable(),
  columns: z.array(z.enum(CSV_FIELDS).nullable()),
  hasHeader: z.boolean(),
  /** Environment of rows that have none. */
  environment: z.string(),
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

type Provider = Pick<SpaceportDataProvider, 'getList' | 'create'>

/** Whether a variable is there, as the file has it. The server finds parts of names, so the whole is compared here. */
async function isThere(dataProvider: Provider, wanted: VariableCreate): Promise<boolean> {
  const { name, environment, device_id, value } = wanted
  for (let page = 1; ; page += 1) {
    const { data } = await dataProvider.getList<Variable>('variables', {
      pagination: { page, perPage: LIST_LIMIT },
      sort: { field: 'id', order: 'DESC' },
      filter: { name },
    })
    const isSame = (found: Variable) =>
      found.name === name &&
      found.environment === environment &&
      found.device_id === device_id &&
      found.value === value
    if (data.some(isSame)) return true
    if (data.length < LIST_LIMIT) return false
  }
}

/** Creates the variables of the rows, by their ids, and finds out whether they were created. */
export function importJob(
  dataProvider: Provider,
  inputs: ReadonlyMap<string, VariableCreate>,
): Required<BulkJob> {
  const inputOf = (id: string) => {
    const input = inputs.get(id)
    if (!input) throw new Error(`row ${id} has no input`)
    return input
  }
  return {
    async work(id) {
      await dataProvider.create('variables', { data: inputOf(id) })
      return 'done'
    },
    check: async (id) => ((await isThere(dataProvider, inputOf(id))) ? 'done' : 'open'),
  }
}
