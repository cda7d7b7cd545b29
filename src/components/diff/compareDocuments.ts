import {
  bracketsOf,
  indentOf,
  isContainer,
  type JsonDocument,
  type Member,
  memberAt,
  membersOf,
} from '../json/document'
import { align } from './align'
import { identitiesOf } from './identity'

/**
 * " " for a line of both bodies, "-" for a line of only the left, "+" for a line of only the right. "<" and ">" for a
 * left and a right line side by side.
 */
export type Mark = ' ' | '-' | '+' | '<' | '>'

export const isOfLeft = (mark: string) => mark !== '+' && mark !== '>'
export const isOfRight = (mark: string) => mark !== '-' && mark !== '<'

interface CompareOptions {
  /** Compares members of objects in key order, and items of lists with an identity in the order of the left list. */
  sortKeys: boolean
  /** The JSON text of a scalar, as compared. `name` is its key, or that of the list around it. */
  print: (value: string, name: string) => string
}

/** One of the two bodies. */
interface Side {
  document: JsonDocument
  membersOf: (of: Omit<Member, 'comma'>) => Member[]
  /** The text of a scalar, as compared. */
  textOf: (member: Pick<Member, 'node' | 'name'>) => string
  /** A number for each value; values with the same number are printed the same. */
  classes: readonly number[]
}

/** @param numberOf returns the same number for the same text, in both bodies */
function sideOf(document: JsonDocument, numberOf: (text: string) => number, options: CompareOptions): Side {
  const textOf: Side['textOf'] = ({ node, name }) =>
    isContainer(node) ? bracketsOf(node) : options.print(document.text.slice(node.start, node.end), name)
  const members: Side['membersOf'] = (of) => membersOf(document, of, options.sortKeys)
  const names: string[] = []
  for (const { key, parent } of document.nodes) names.push(key ?? names[parent] ?? '')
  const classes: number[] = []
  // Children follow their parent, so they are numbered first.
  for (const [index, node] of [...document.nodes.entries()].toReversed()) {
    const value = { node, index, name: names[index] ?? '', label: '' }
    const inside = members(value).map(({ label, index }) => `${numberOf(label)} ${classes[index]}`)
    classes[index] = numberOf(inside.length > 0 ? `${node.kind} ${inside.join()}` : `"${textOf(value)}`)
  }
  return { document, membersOf: members, textOf, classes }
}

const opened = ({ node, label }: Member) => indentOf(node.depth) + label + bracketsOf(node).charAt(0)
const closed = ({ node, comma }: Member) => indentOf(node.depth) + bracketsOf(node).charAt(1) + comma

/**
 * Sorts items into the order in which another list has their identities; items that it lacks keep their place. Commas
 * stay with the places.
 */
function inOrderOf(other: readonly string[], members: readonly Member[], identities: readonly string[]) {
  const known = new Set(other)
  const places = new Map(identities.map((identity, place) => [identity, place]))
  const waiting = other.flatMap((identity) => places.get(identity) ?? [])[Symbol.iterator]()
  const order = identities.map((identity, place) =>
    known.has(identity) ? (waiting.next().value ?? place) : place,
  )
  return {
    members: order.flatMap((from, place): Member[] => {
      const [member, there] = [members[from], members[place]]
      return member && there ? [{ ...member, comma: there.comma }] : []
    }),
    identities: order.map((from) => identities[from] ?? ''),
  }
}

/** Remaining output: a line, a value of only one body, or a pair of values side by side. */
type Task =
  | { mark: Mark; line: string }
  | { mark: Mark; side: Side; member: Member }
  | { pair: [Member, Member] }

/**
 * Compares two JSON texts by value, without recursion. Members of objects are matched by key; items of lists by
 * identity, else by equality, and between those by position. The left lines are the left text as printed; the right
 * lines are the right text, its items possibly reordered.
 */
export function* compareDocuments(
  left: JsonDocument,
  right: JsonDocument,
  options: CompareOptions,
): Generator<readonly [Mark, string]> {
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const [ours, theirs] = [sideOf(left, numberOf, options), sideOf(right, numberOf, options)]

  const whole = (mark: Mark, side: Side, members: readonly Member[]): Task[] =>
    members.map((member) => ({ mark, side, member }))
  const apart = (lefts: readonly Member[], rights: readonly Member[]): Task[] => [
    ...whole('-', ours, lefts),
    ...whole('+', theirs, rights),
  ]

  /** A value with everything in it. */
  function tasksOfWhole(mark: Mark, side: Side, member: Member): Task[] {
    const members = side.membersOf(member)
    const { node, label, comma } = member
    if (members.length === 0)
      return [{ mark, line: indentOf(node.depth) + label + side.textOf(member) + comma }]
    return [{ mark, line: opened(member) }, ...whole(mark, side, members), { mark, line: closed(member) }]
  }

  /** The members of two objects or two lists. */
  function tasksOfMembers(lefts: readonly Member[], given: readonly Member[], isList: boolean): Task[] {
    const found = isList && identitiesOf({ ...ours, members: lefts }, { ...theirs, members: given })
    const ordered = found && options.sortKeys ? inOrderOf(found[0], given, found[1]) : null
    const rights = ordered?.members ?? given
    const identities = found && ([found[0], ordered?.identities ?? found[1]] as const)
    const keysOf = ({ classes }: Side, members: readonly Member[]) =>
      members.map(({ index, label }) => (isList ? classes[index] : label))
    const [keys, others] = identities || [keysOf(ours, lefts), keysOf(theirs, rights)]
    let [at, to] = [0, 0]
    return align(keys, others).flatMap(({ kind, leftEnd, rightEnd }) => {
      const [a, b] = [lefts.slice(at, leftEnd), rights.slice(to, rightEnd)]
      ;[at, to] = [leftEnd, rightEnd]
      const areBeside = kind === 'both' || (isList && !identities)
      const count = areBeside ? Math.min(a.length, b.length) : 0
      const pairs = a.slice(0, count).flatMap((member, place): Task[] => {
        const other = b[place]
        return other ? [{ pair: [member, other] }] : []
      })
      return pairs.concat(apart(a.slice(count), b.slice(count)))
    })
  }

  function tasksOfPair(one: Member, other: Member): Task[] {
    const isSame = ours.classes[one.index] === theirs.classes[other.index]
    if (isSame && one.comma === other.comma) return whole(' ', ours, [one])
    const [lefts, rights] = [ours.membersOf(one), theirs.membersOf(other)]
    if (lefts.length === 0 && rights.length === 0)
      return [...whole('<', ours, [one]), ...whole('>', theirs, [other])]
    if (one.node.kind !== other.node.kind || lefts.length === 0 || rights.length === 0)
      return apart([one], [other])
    const ends: Task[] =
      one.comma === other.comma
        ? [{ mark: ' ', line: closed(one) }]
        : [
            { mark: '<', line: closed(one) },
            { mark: '>', line: closed(other) },
          ]
    return [
      { mark: ' ', line: opened(one) },
      ...(isSame ? whole(' ', ours, lefts) : tasksOfMembers(lefts, rights, one.node.kind === 'array')),
      ...ends,
    ]
  }

  const [top, otherTop] = [memberAt(left), memberAt(right)]
  // A stack: the last task is the next.
  const waiting: Task[] = top && otherTop ? [{ pair: [top, otherTop] }] : []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('line' in next) {
      yield [next.mark, next.line]
      continue
    }
    const tasks = 'pair' in next ? tasksOfPair(...next.pair) : tasksOfWhole(next.mark, next.side, next.member)
    for (const task of tasks.toReversed()) waiting.push(task)
  }
}
