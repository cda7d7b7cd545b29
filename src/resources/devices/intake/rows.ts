import { HIDDEN } from '#contract/common'
import { type DeviceClaim, type DeviceCreate, deviceEntity, serialNumberSchema } from '#contract/devices'
import type { Tag, TagRef } from '#contract/tags'
import { type CsvTable, tableReader } from '../../../components/csv/readTable'
import { textOf } from '../../../components/form/resolver'
import { formOf } from '../../../components/resource/form'
import type { MessageKey } from '../../../i18n/translate'
import { deviceFields } from '../fields'
import { type LabelRow, labelCodec } from '../labels'
import { msg as devicesMsg } from '../texts'
import { msg } from './texts'

/** Most devices that are taken in at once. */
export const INTAKE_MAX = 1000

const FIELDS = ['serial_number', 'token', 'name', 'tags', 'comment'] as const
type Field = (typeof FIELDS)[number]

/** Parses a file with devices. A column with another name is a label. */
export const readDevices = tableReader(
  FIELDS,
  {
    serial_number: ['serial number', 'serial_number', 'serial', 'seriove cislo', 'sn'],
    token: ['claim token', 'token', 'claim_token', 'prirazovaci token'],
    name: ['name', 'nazev', 'jmeno'],
    tags: ['tags', 'tag', 'stitky', 'stitek'],
    comment: ['comment', 'komentar', 'poznamka'],
  },
  INTAKE_MAX,
)

/** A device to take in, as it was read. */
export interface ReadDevice extends DeviceClaim {
  /** Place in the file, or in the order of scans. */
  number: number
  name: string
  tags: readonly string[]
  comment: string
  label: Readonly<Record<string, string>>
}

/** Columns of labels: their names by their places. The second of a name does not count. */
function labelColumns({ rows: [header], columns, hasHeader }: CsvTable<Field>): [number, string][] {
  const names = hasHeader && header ? header.cells.map((cell) => cell.trim()) : []
  return names.flatMap((name, at): [number, string][] =>
    name !== '' && !columns[at] && names.indexOf(name) === at ? [[at, name]] : [],
  )
}

/** The devices of a file. */
export function devicesOf(table: CsvTable<Field>): ReadDevice[] {
  const { rows, columns, hasHeader } = table
  const labels = labelColumns(table)
  return rows.slice(Number(hasHeader)).map(({ number, cells }) => {
    const cellOf = (field: Field) => cells[columns.indexOf(field)]?.trim() ?? ''
    const tags = cellOf('tags')
      .split(/[,;|]/)
      .map((name) => name.trim())
      .filter(Boolean)
    return {
      number,
      serial_number: cellOf('serial_number'),
      token: cellOf('token'),
      name: cellOf('name'),
      comment: cellOf('comment'),
      tags,
      label: Object.fromEntries(
        labels.flatMap(([at, name]) => {
          const value = cells[at]?.trim() ?? ''
          return value === '' ? [] : [[name, value]]
        }),
      ),
    }
  })
}

/** What all devices get that have none of their own, and tags and labels for all of them. */
export interface Shared {
  /** `valve-{nn}` counts with two digits; `{serial}` is the serial number. */
  pattern: string
  tags: readonly TagRef[]
  comment: string
  /** A label of the row with the same name wins. */
  label: readonly LabelRow[]
}

/** The name of a device by a pattern, as the `count`th from 1. */
export const nameOf = (pattern: string, serialNumber: string, count: number) =>
  pattern
    .replaceAll('{serial}', serialNumber)
    .replaceAll(/\{(n+)\}/g, (_, { length }: string) => String(count).padStart(length, '0'))

/** A device as it would be created, and why it cannot be. */
export interface IntakeRow extends ReadDevice {
  id: string
  problems: readonly { label: MessageKey; message: string; args?: Record<string, unknown> }[]
  /** Null with a problem. */
  input: DeviceCreate | null
}

const { messages } = formOf(deviceFields, deviceEntity.create).form

const LABELS = {
  name: devicesMsg('devices.fields.name'),
  serial_number: devicesMsg('devices.fields.serial_number'),
  token: devicesMsg('devices.fields.token'),
  tags: devicesMsg('devices.fields.tags'),
  comment: devicesMsg('devices.fields.comment'),
  label: devicesMsg('devices.fields.label'),
} as const satisfies Record<Field | 'label', MessageKey>
const labelOf = (field: PropertyKey | undefined): MessageKey =>
  Object.entries(LABELS).find(([name]) => name === field)?.[1] ?? 'layout.titles.devices'

/** Characters of a wrong serial number that are shown. */
const SHOWN = 3

/** Whether a text may be in the address of a search: a text in the wrong column may be a claim token. */
export const isSerialNumber = (text: string) => serialNumberSchema.safeParse(text).success

/** A serial number, or the beginning of what stands in its place. */
const shownSerial = (text: string) =>
  text === '' || isSerialNumber(text) ? text : `${text.slice(0, SHOWN)}${HIDDEN}`

/**
 * Checks each device by the contract's schema, and for serial numbers that are there already, in the file or the space.
 * @param known tags of the space
 * @param taken serial numbers of devices of the space
 */
export function checkDevices(
  read: readonly ReadDevice[],
  shared: Shared,
  known: readonly Tag[],
  taken: ReadonlySet<string>,
): IntakeRow[] {
  const byName = new Map(known.map((tag) => [tag.name.toLowerCase(), tag]))
  const [serials, names] = [new Map<string, number>(), new Map<string, number>()]
  let counted = 0
  const ofAll = labelCodec
    .fromForm([...shared.label])
    .map(({ name, value }) => [name?.trim() ?? '', value?.trim() ?? ''] as const)
  return read.map((row) => {
    if (row.name === '') counted += 1
    const serial_number = shownSerial(row.serial_number)
    const name = row.name || nameOf(shared.pattern, serial_number, counted)
    const own = row.tags.map((tag) => byName.get(tag.toLowerCase()))
    const tags = new Map(
      [...shared.tags, ...own.flatMap((tag) => tag ?? [])].map((tag) => [tag.id, { id: tag.id }]),
    )
    const label = { ...Object.fromEntries(ofAll), ...row.label }
    const { error, data } = deviceEntity.create.safeParse({
      name,
      serial_number: row.serial_number,
      token: row.token,
      comment: row.comment || shared.comment.trim() || null,
      tags: [...tags.values()],
      label,
    })
    const problems: IntakeRow['problems'][number][] = (error?.issues ?? []).map((issue) => {
      const { message, args } = textOf(issue, { messages })
      return { label: labelOf(issue.path[0]), message, args }
    })
    const unknown = row.tags.filter((_tag, at) => !own[at])
    if (unknown.length > 0)
      problems.push({
        label: LABELS.tags,
        message: msg('devices.intake.unknownTags'),
        args: { names: unknown.join(', ') },
      })
    const repeated = (seen: Map<string, number>, value: string, label: MessageKey) => {
      const first = seen.get(value)
      if (first === undefined) seen.set(value, row.number)
      else problems.push({ label, message: msg('devices.intake.repeated'), args: { row: String(first) } })
    }
    repeated(serials, row.serial_number, LABELS.serial_number)
    repeated(names, name.toLowerCase(), LABELS.name)
    if (taken.has(row.serial_number))
      problems.push({ label: LABELS.serial_number, message: msg('devices.intake.taken') })
    return {
      ...row,
      label,
      serial_number,
      name,
      id: String(row.number),
      problems,
      input: problems.length === 0 ? (data ?? null) : null,
    }
  })
}
