import type { Variable, VariableCreate } from '#contract/variables'
import type { BulkJob } from '../../../components/bulk/machine'
import type { SpaceportDataProvider } from '../../../dataProvider'
import type { RequestOptions } from '../../../dataProvider/client'
import { type Based, onLatest } from '../../../dataProvider/versionedSave'
import type { CheckedRow } from './check'
import { pagesOf } from './pages'

type Provider = Pick<SpaceportDataProvider, 'getList' | 'getOne' | 'create' | 'update'>

/**
 * Whether a variable exists with the value and comment of the row. The server finds parts of names, so names are compared here.
 */
async function isThere(dataProvider: Provider, row: CheckedRow, wanted: VariableCreate): Promise<boolean> {
  const { name, environment, device_id, value, comment } = wanted
  const isSame = (found: Variable) =>
    found.name === name &&
    found.environment === environment &&
    found.device_id === device_id &&
    found.value === value &&
    (!row.hasComment || found.comment === comment)
  for await (const page of pagesOf<Variable>(dataProvider, 'variables', { name }))
    if (page.some(isSame)) return true
  return false
}

/** Action for a row: an existing variable stays as it is, unless its update was chosen. */
export type RowAction = 'create' | 'update' | 'skip'

export function actionOf({ id, input, there }: CheckedRow, updated: ReadonlySet<string>): RowAction | null {
  if (!input || there === null) return null
  if (there === 'not') return 'create'
  return there === 'differs' && updated.has(id) ? 'update' : 'skip'
}

/** Updates a variable with the value and comment of a row, whatever it has by now. */
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
    const current = { name, value, environment, comment }
    const data = { ...current, value: input.value, ...(row.hasComment && { comment: input.comment }) }
    const based: Based = { version: before.version, data: current }
    await dataProvider.update('variables', { id, data, previousData: before, meta: { based, headers } })
  })
}

/** Creates or updates variables by row id, and checks whether that was done. */
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
    async check(id) {
      const { row, input } = rowOf(id)
      return (await isThere(dataProvider, row, input)) ? 'done' : 'open'
    },
  }
}
