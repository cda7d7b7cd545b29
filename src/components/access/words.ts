import { isKeyPermission, type KeyPermission } from '#contract/permissions'
import type { TagRef } from '#contract/tags'
import { tagOf } from '../../clock'
import type { MessageKey, Translate } from '../../i18n/translate'
import { type AccessTexts, msg } from './texts'
import { inOrder, isGroup, isSent, type KeyGroup, OTHERS, type PermissionNode, partsOf } from './tree'

type LastPart<Path> = Path extends `${string}:${infer Rest}` ? LastPart<Rest> : Path
type Verb = 'create' | 'read' | 'update' | 'delete' | 'send' | 'cancel' | 'acknowledge'

/** Name of a group in the texts: the last part of its path. */
const wordOf = (group: KeyGroup) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the last part
  group.slice(group.lastIndexOf(':') + 1) as LastPart<KeyGroup>

/** In a sentence, reading comes first. */
const VERBS: readonly Verb[] = ['read', 'create', 'update', 'delete', 'send', 'cancel', 'acknowledge']

function wordsOf(permission: KeyPermission): { group: KeyGroup; verb: Verb } {
  const { group, verb } = partsOf(permission)
  if (isSent(group)) return { group, verb: verb === 'create' ? 'send' : 'cancel' }
  const known = VERBS.find((each) => each === verb)
  if (!known) throw new Error(`${permission} has no word`)
  return { group, verb: known }
}

/** Key of a node's name; null for an unknown permission. */
export function nameKeyOf({ id }: Pick<PermissionNode, 'id'>): MessageKey | null {
  if (id === OTHERS) return msg('access.permissions.groups.others')
  if (isGroup(id)) return msg(`access.permissions.groups.${wordOf(id)}`)
  return isKeyPermission(id) ? msg(`access.permissions.verbs.${wordsOf(id).verb}`) : null
}

/** Name of a permission, from its group and verb. */
export function nameOfPermission(permission: string, translate: Translate<AccessTexts>): string {
  if (!isKeyPermission(permission)) return permission
  const { group, verb } = wordsOf(permission)
  return `${translate(`access.permissions.groups.${wordOf(group)}`)}: ${translate(`access.permissions.verbs.${verb}`)}`
}

/** Groups with the same verbs, in the order of the tree. */
function byVerbs(permissions: readonly KeyPermission[]): { verbs: Verb[]; groups: KeyGroup[] }[] {
  const verbsOf = new Map<KeyGroup, Verb[]>()
  for (const { group, verb } of permissions.map(wordsOf))
    verbsOf.set(group, [...(verbsOf.get(group) ?? []), verb])
  const found = new Map<string, { verbs: Verb[]; groups: KeyGroup[] }>()
  for (const [group, unsorted] of verbsOf) {
    const verbs = VERBS.filter((verb) => unsorted.includes(verb))
    const same = found.get(verbs.join()) ?? { verbs, groups: [] }
    same.groups.push(group)
    found.set(verbs.join(), same)
  }
  return [...found.values()]
}

/** Groups that the tags of a key limit. */
const LIMITED: ReadonlySet<KeyGroup> = new Set<KeyGroup>([
  'space:device',
  'space:message',
  'space:message:series',
  'space:variable',
  'space:variable:value',
])

const ofSent = (permission: KeyPermission) => isSent(partsOf(permission).group)

const VALUES: KeyPermission = 'space:variable:value:read'

interface Granted {
  permissions: readonly string[]
  tags: readonly Partial<TagRef>[]
}

/** Permissions of a key, as sentences. */
export function describePermissions(
  { permissions, tags }: Granted,
  translate: Translate<AccessTexts>,
  locale: string,
) {
  const list = (words: readonly string[], type: Intl.ListFormatType = 'conjunction') =>
    new Intl.ListFormat(tagOf(locale), { type }).format(words)
  const taggedNames = list(
    tags.flatMap(({ name }) => name ?? []),
    'disjunction',
  )
  const isTagged = taggedNames !== ''
  const thing = (group: KeyGroup) => translate(`access.may.things.${wordOf(group)}`)
  const verbList = (verbs: readonly Verb[]) =>
    list(verbs.map((verb) => translate(`access.may.verbs.${verb}`)))

  /** Names of the limited groups in one sentence, with the tags. */
  const limited = (groups: readonly KeyGroup[]) => {
    const [, ...ofDevices] = groups
    const things = { all: list(groups.map(thing)), ofDevices: list(ofDevices.map(thing)), tags: taggedNames }
    if (groups[0] !== 'space:device') return translate('access.may.tagged.things', things)
    return translate(`access.may.tagged.${ofDevices.length > 0 ? 'both' : 'device'}`, things)
  }
  const all = inOrder(permissions)
  const known = all.filter(isKeyPermission)
  const sentences = byVerbs(known.filter((permission) => !ofSent(permission))).flatMap(
    ({ verbs, groups }) => {
      const apart = isTagged ? groups.filter((group) => LIMITED.has(group)) : []
      const others = groups.filter((group) => !apart.includes(group))
      const things = [
        ...(apart.length > 0 ? [limited(apart)] : []),
        ...(others.length > 0 ? [list(others.map(thing))] : []),
      ]
      return things.map((each) => translate('access.may.do', { verbs: verbList(verbs), things: each }))
    },
  )
  const devices = isTagged ? limited(['space:device']) : thing('space:device')
  for (const { verbs, groups } of byVerbs(known.filter(ofSent)))
    sentences.push(
      translate('access.may.send', { verbs: verbList(verbs), things: list(groups.map(thing)), devices }),
    )

  if (all.some((permission) => permission.startsWith('space:variable:')) && !all.includes(VALUES))
    sentences.push(translate('access.may.noValues'))

  const others = all.length - known.length
  if (known.length === 0 && others === 0) return translate('access.may.nothing')
  if (known.every((permission) => permission.endsWith(':read')) && others === 0)
    sentences.push(translate('access.may.notChange'))
  if (others > 0) sentences.push(translate('access.may.others', { smart_count: others }))
  return sentences.join(' ')
}
