import type { Catalog } from './analyse'
import { childrenOf, type Node, nodeIn, nodesIn, wordIn } from './nodeTree'
import {
  allScopes,
  Equalities,
  isCorrelated,
  ownNodes,
  type Scope,
  scopeOf,
  targetOf,
  type Use,
} from './scopes'

const [SELECT, UPDATE, INSERT, DELETE] = ['1', '2', '3', '4']

const commandOf = ({ query }: Scope) => wordIn(query, 'commandType')
const distributed = (scope: Scope): Use[] =>
  allScopes(scope).flatMap(({ uses }) => uses.filter(({ table }) => table.place === 'distributed'))

/**
 * Reasons why Citus would refuse a statement, or spread it over nodes where it must not; empty for none. The rules are
 * those of https://docs.citusdata.com/en/stable/develop/reference_workarounds.html, and for what that page leaves open,
 * those of the planner of Citus 14 (multi_router_planner.c, recursive_planning.c).
 * @param same numbers of the parameters, each with the first that has the same value
 */
export function violationsOf(catalog: Catalog, statement: Node, same: readonly number[]): string[] {
  const root = scopeOf(catalog, statement)
  const found = [
    ...placeViolations(root),
    ...allScopes(root).flatMap((scope) => changeViolations(catalog, scope)),
  ]
  if (distributed(root).length === 0) return found
  const changesInParts = root.children.some((scope) => scope.isPart && commandOf(scope) !== SELECT)
  if (!changesInParts && isRouted(root, new Equalities(root, false, same))) return found
  return [...found, ...apart(root, new Equalities(root, true, same))]
}

/** Whether a statement reads and changes only rows of one space, or of tables that every node has. */
export function isOfOneNode(catalog: Catalog, statement: Node, same: readonly number[]): boolean {
  const root = scopeOf(catalog, statement)
  return distributed(root).length === 0 || isRouted(root, new Equalities(root, true, same))
}

/** Whether all distributed tables are bound to one given space. Such a statement runs on one node. */
function isRouted(scope: Scope, equalities: Equalities): boolean {
  const keys = distributed(scope).map(({ key }) => key)
  const [first = ''] = keys
  return equalities.isGiven(first) && new Set(keys.map((key) => equalities.of(key))).size === 1
}

/** Violations by tables of different places in one statement. */
function placeViolations(root: Scope): string[] {
  const uses = allScopes(root).flatMap((scope) => scope.uses)
  const named = (place: 'distributed' | 'local' | 'reference' | undefined) => [
    ...new Set(uses.filter(({ table }) => table.place === place).map(({ table }) => table.name)),
  ]
  const [spread, local] = [named('distributed'), named('local')]
  const target = targetOf(root)?.table
  return [
    ...named(undefined).map((name) => `${name} has no place`),
    ...(spread.length > 0 && local.length > 0
      ? [`${local.join()} is local, ${spread.join()} distributed`]
      : []),
    ...(target?.place === 'reference' && commandOf(root) !== INSERT && spread.length + local.length > 0
      ? [`a change of the reference table ${target.name} reads ${[...spread, ...local].join()}`]
      : []),
  ]
}

const describe = ({ table, alias }: Use) => (alias === table.name ? alias : `${table.name} ${alias}`)

/** Violations of a statement whose parts are planned separately. */
function apart(scope: Scope, equalities: Equalities): string[] {
  const parts = scope.children.filter(({ isPart }) => isPart)
  return [
    ...(wordIn(scope.query, 'hasRecursive') === 'true' ? ['a recursive with over several spaces'] : []),
    ...parts.flatMap((part) => apart(part, equalities)),
    ...planned({ ...scope, children: scope.children.filter(({ isPart }) => !isPart) }, equalities),
  ]
}

/** Violations of a query without its parts: it must be bound to one space, or able to run on many nodes. */
function planned(scope: Scope, equalities: Equalities): string[] {
  const uses = distributed(scope)
  if (uses.length === 0 || isRouted(scope, equalities)) return []
  const where = uses.map(describe).join(', ')
  const command = commandOf(scope)
  if (command === INSERT) return scope.children.flatMap((child) => planned(child, equalities))
  if (command === UPDATE || command === DELETE)
    return isTogether(uses, equalities) ? [] : [`a change over several spaces reads other tables: ${where}`]
  return spreadSelect(scope, equalities, where)
}

const isTogether = (uses: readonly Use[], equalities: Equalities) =>
  new Set(uses.map(({ key }) => equalities.of(key))).size <= 1

/** Violations of a `select` over several spaces. */
function spreadSelect(scope: Scope, equalities: Equalities, where: string): string[] {
  const { query } = scope
  const found: string[] = []
  const own = scope.uses.filter(({ table }) => table.place === 'distributed')
  if (nodesIn(query, 'rowMarks').length > 0) found.push(`locks rows of several spaces: ${where}`)
  if (nodesIn(query, 'groupingSets').length > 0) found.push(`grouping sets over several spaces: ${where}`)
  if (nodesIn(query, 'rtable').some((entry) => nodeIn(entry, 'tablesample')))
    found.push(`a sample over several spaces: ${where}`)
  const bound = scope.children.filter(isCorrelated)
  const read = [...own, ...scope.children.filter((child) => isRead(scope, child)).flatMap(distributed)]
  const inner = bound.filter((child) => !isRead(scope, child)).flatMap(distributed)
  if (inner.length > 0 && read.length === 0)
    found.push(`a query over several spaces depends on rows of no space: ${inner.map(describe).join(', ')}`)
  if (!isTogether([...own, ...bound.flatMap(distributed)], equalities))
    found.push(`joins several spaces by something else than space_id: ${where}`)
  // Citus first runs the independent ones, each by itself.
  const free = scope.children.filter((child) => !bound.includes(child))
  return [...found, ...free.flatMap((child) => planned(child, equalities))]
}

/** Whether another query reads from a query like a table. */
const isRead = ({ query }: Scope, child: Scope) =>
  nodesIn(query, 'rtable').some((entry) => nodeIn(entry, 'subquery') === child.query)

const holdsColumn = (node: Node): boolean => node.kind === 'VAR' || childrenOf(node).some(holdsColumn)

/** Violations of changes: functions whose values could differ between nodes, and changes of a row's space. */
function changeViolations(catalog: Catalog, scope: Scope): string[] {
  const target = targetOf(scope)
  if (!target || target.table.isAlone) return []
  const { query } = scope
  const { name } = target.table
  const found: string[] = []
  const command = commandOf(scope)
  const volatilityOf = (node: Node) => {
    const oid = wordIn(node, 'funcid') || wordIn(node, 'opfuncid')
    if (node.kind === 'SQLVALUEFUNCTION') return { name: 'current_timestamp', volatility: 's' }
    return oid ? catalog.functions.get(oid) : undefined
  }
  const deep = function* (node: Node): Generator<Node> {
    yield node
    for (const child of childrenOf(node)) yield* deep(child)
  }
  const functions = (node: Node, volatility: string, nodes = [...deep(node)]) =>
    nodes.filter((one) => volatility.includes(volatilityOf(one)?.volatility ?? 'i'))
  const namesOf = (nodes: readonly Node[]) =>
    [...new Set(nodes.map((node) => volatilityOf(node)?.name ?? node.kind))].join()

  if (command === UPDATE || command === DELETE) {
    const set = command === UPDATE ? nodesIn(query, 'targetList') : []
    const quals = nodeIn(nodeIn(query, 'jointree') ?? query, 'quals')
    for (const part of [...set, ...(quals ? [quals] : [])]) {
      const volatile = functions(part, 'v')
      if (volatile.length > 0) found.push(`a change of ${name} uses ${namesOf(volatile)}, which are volatile`)
      const nodes = [part, ...ownNodes(part)]
      const stable = functions(part, 's', nodes).filter(holdsColumn)
      if (stable.length > 0)
        found.push(`a change of ${name} gives columns to ${namesOf(stable)}, which are stable`)
      const choices = nodes.filter(({ kind }) => kind === 'COALESCEEXPR' || kind === 'CASEEXPR')
      const chosen = choices.flatMap((choice) => functions(choice, 'sv'))
      if (chosen.length > 0) found.push(`a change of ${name} uses ${namesOf(chosen)} in case or coalesce`)
    }
    if (
      target.table.place === 'distributed' &&
      set.some((one) => wordIn(one, 'resno') === String(target.table.spaceColumn))
    )
      found.push(`a change of ${name} puts rows into another space`)
  }
  const conflict = nodeIn(query, 'onConflict')
  if (conflict) {
    const mutable = functions(conflict, 'sv')
    if (mutable.length > 0)
      found.push(`on conflict of ${name} uses ${namesOf(mutable)}, which are not immutable`)
  }
  const returned = nodesIn(query, 'returningList').flatMap((one) => functions(one, 'sv'))
  if (returned.length > 0)
    found.push(`returning of ${name} uses ${namesOf(returned)}, which are not immutable`)
  if (command === INSERT && [...ownNodes(query)].some(({ kind }) => kind === 'SUBLINK'))
    found.push(`an insert into ${name} has a query among its values`)
  return found
}
