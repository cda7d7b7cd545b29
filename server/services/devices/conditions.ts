import { foldText, partOfSearched } from '#contract/common'
import { type Condition, numberOf, readCondition, secondsOf, type TextField } from '#contract/devices'
import { foldedText } from '../../db/schema/columns'
import { ApiError } from '../../errors'
import type { SpaceStatement } from '../resources/pagedList'
import { FIRMWARE } from './devices'

/** The conditions of a filter `where`. @throws ApiError 400 for a text that is none */
export const readConditions = (where: readonly string[] = []): Condition[] =>
  where.map((text, index) => {
    const read = readCondition(text)
    if ('fault' in read) throw new ApiError(400, `where[${index}] ${read.fault}`)
    return read
  })

/** SQL of texts of a device. Columns that sort by code point do not fold letters beyond ASCII. */
const TEXTS: Record<TextField, string> = {
  name: 'device.name collate "default"',
  serial_number: 'device.serial_number collate "default"',
  external_id: 'device.external_id collate "default"',
  comment: 'device.comment',
  firmware: FIRMWARE,
}

const COMPARED = { lt: '<', le: '<=', gt: '>', ge: '>=', is: '=' } as const

/** JSON writes control characters as letters, so that the searched text does not have them as they are. */
const CONTROL = /\p{Cc}/u
/** Spaces beyond ASCII, of which the console and the database separate words by different ones. */
const OTHER_SPACES = /[^\S\0-\x7f]|[\u180e\u200b]/

/**
 * A condition that follows from one about a text of the device: what was searched has the value too, and an index finds that. Folding the
 * texts of all devices takes three times as long.
 */
function isSearched(statement: SpaceStatement, { field, value }: Condition): string {
  const part = partOfSearched(value)
  const isOther = CONTROL.test(value) || OTHER_SPACES.test(value)
  if (field === 'firmware' || part === '' || isOther) return ''
  return `device.searched like ${statement.value(`%${part}%`)} and `
}

function textMeets(statement: SpaceStatement, text: string, condition: Condition): string {
  const { operator, value } = condition
  if (operator === 'empty') return `coalesce(${text}, '') = ''`
  const searched = isSearched(statement, condition)
  const folded = `coalesce(${foldedText(text)}, '')`
  const wanted = `${statement.value(foldText(value))}::text`
  return `${searched}${operator === 'is' ? `${folded} = ${wanted}` : `strpos(${folded}, ${wanted}) > 0`}`
}

/** SQL of the time before the call by which a duration begins. */
const since = (statement: SpaceStatement, duration: string) =>
  `${statement.now} - ${statement.value(secondsOf(duration) ?? 0)}::int * interval '1 second'`

/** The devices with a series whose last value meets a condition. The last values have no index: see the table. */
function valueMeets(statement: SpaceStatement, { key, operator, value }: Condition): string {
  const of = `select s.device_id from series s where s.space_id = $1 and s.path = ${statement.value(key)}`
  const has = (condition: string) => `${statement.id} in (${of} and ${condition})`
  if (operator === 'empty') return `${statement.id} not in (${of})`
  if (operator === 'within') return has(`s.last_at >= ${since(statement, value)}`)
  if (operator === 'contains') return 'false'
  return has(`s.last_value ${COMPARED[operator]} ${statement.value(numberOf(value) ?? 0)}::float8`)
}

function tagMeets(statement: SpaceStatement, { operator, value }: Condition): string {
  const of = 'select t.device_id from device_tag t where t.space_id = $1'
  return operator === 'empty'
    ? `${statement.id} not in (${of})`
    : `${statement.id} in (${of} and t.tag_id = ${statement.value(value)}::uuid)`
}

function fieldMeets(statement: SpaceStatement, condition: Condition): string {
  const { field, key, operator, value } = condition
  if (field === 'value') return valueMeets(statement, condition)
  if (field === 'tag') return tagMeets(statement, condition)
  if (field === 'label')
    return textMeets(statement, `(device.label->>${statement.value(key)}::text)`, condition)
  if (field !== 'last_seen') return textMeets(statement, TEXTS[field], condition)
  return operator === 'empty'
    ? 'device_contact.last_seen is null'
    : `coalesce(device_contact.last_seen >= ${since(statement, value)}, false)`
}

/** SQL condition: a device meets a condition of the list. */
export function meets(statement: SpaceStatement, condition: Condition): string {
  statement.isFiltered = true
  return `${condition.not ? 'not ' : ''}(${fieldMeets(statement, condition)})`
}
