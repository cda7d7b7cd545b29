import { type Variable, type VariableCreate, variableEntity } from '#contract/variables'
import type { CsvRow } from '../../../components/csv/readTable'
import { textOf } from '../../../components/form/resolver'
import { formOf } from '../../../components/resource/form'
import type { MessageKey } from '../../../i18n/translate'
import { variableFields } from '../fields'
import { msg } from '../texts'
import type { CsvField, CsvTable } from './csv'
import { type Existing, identityOf } from './existing'
import type { FoundDevices } from './useFoundDevices'

/** A problem of a row, and its field. */
interface Problem {
  label: MessageKey
  message: string
  args?: Record<string, unknown>
}

/** A row of the file as a variable, and its problems. */
export interface CheckedRow extends Record<CsvField, string> {
  id: string
  /** Place in the file. */
  number: number
  /** Whether a column has comments; otherwise existing variables keep theirs. */
  hasComment: boolean
  problems: readonly Problem[]
  /** Input of the API call; null with a problem, or while its device is unknown. */
  input: VariableCreate | null
  /**
   * Whether the space has the variable: with the same value, with another one, locked, or several times, so that the
   * file is ambiguous. Null while unknown.
   */
  there: 'not' | 'same' | 'differs' | 'locked' | 'several' | null
  /** The existing variable, if there is one. */
  found: Variable | null
  /** Name of the row's device; null if there is none. */
  deviceName: string | null
}

const { messages } = formOf(variableFields, variableEntity.create).form

const LABELS = {
  name: msg('variables.fields.name'),
  value: msg('variables.fields.value'),
  environment: msg('variables.fields.environment'),
  comment: msg('variables.fields.comment'),
  device_id: msg('variables.device'),
} as const satisfies Record<Exclude<keyof VariableCreate, 'for_connectors' | 'secret'>, MessageKey>

const labelOf = (field: PropertyKey | undefined): MessageKey =>
  Object.entries(LABELS).find(([name]) => name === field)?.[1] ?? 'layout.titles.variables'

/** A row as fields, trimmed. */
function rowOf({ columns }: CsvTable, { number, cells }: CsvRow, environment: string) {
  const cellOf = (field: CsvField) => cells[columns.indexOf(field)]?.trim() ?? ''
  return {
    id: String(number),
    number,
    name: cellOf('name'),
    value: cellOf('value'),
    environment: cellOf('environment') || environment.trim(),
    comment: cellOf('comment'),
    hasComment: columns.includes('comment'),
    device: cellOf('device'),
  }
}

/** Rows of the file as fields, without its header. The given environment replaces an empty one. */
export const rowsOf = (table: CsvTable, environment: string) =>
  table.rows.slice(Number(table.hasHeader)).map((row) => rowOf(table, row, environment))

function thereOf(
  found: readonly Variable[],
  { value, comment, hasComment }: Pick<CheckedRow, 'value' | 'comment' | 'hasComment'>,
): CheckedRow['there'] {
  const [first, second] = found
  if (!first) return 'not'
  if (found.some(({ locked }) => locked)) return 'locked'
  if (second) return 'several'
  const isSame = first.value === value && (!hasComment || first.comment === (comment || null))
  return isSame ? 'same' : 'differs'
}

/**
 * Checks each row by the contract's schema, for an existing device, and for an earlier row with the same variable.
 * @param devices devices of the cells; undefined while they load
 * @param existing variables of the space; undefined while they load
 */
export function checkRows(
  rows: ReturnType<typeof rowsOf>,
  devices: FoundDevices | undefined,
  existing: Existing | undefined,
): CheckedRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const found = row.device === '' ? null : devices?.get(row.device)
    const device = found && typeof found === 'object' ? found : null
    const { name, value, environment } = row
    const input = {
      name,
      value,
      environment,
      comment: row.comment || null,
      device_id: device?.id ?? null,
    } satisfies Record<Exclude<keyof VariableCreate, 'for_connectors' | 'secret'>, unknown>
    const { error, data } = variableEntity.create.safeParse(input)
    const problems: Problem[] = (error?.issues ?? []).map((issue) => {
      const { message, args } = textOf(issue, { messages })
      return { label: labelOf(issue.path[0]), message, args }
    })
    if (typeof found === 'string')
      problems.push({ label: msg('variables.device'), message: msg(`variables.import.device.${found}`) })
    const key = JSON.stringify([device?.id ?? row.device, name, environment])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.number)
    else
      problems.push({
        label: msg('variables.fields.name'),
        message: msg('variables.import.duplicate'),
        args: { row: String(first) },
      })
    const isPending = (row.device !== '' && devices === undefined) || existing === undefined
    const same = (data && existing?.get(identityOf({ ...data, device_id: data.device_id ?? null }))) ?? []
    return {
      ...row,
      problems,
      there: isPending ? null : thereOf(same, row),
      found: same[0] ?? null,
      input: problems.length === 0 && !isPending ? (data ?? null) : null,
      deviceName: device?.name ?? null,
    }
  })
}
