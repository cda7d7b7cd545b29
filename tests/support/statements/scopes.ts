import type { Catalog, Table } from './analyse'
import { childrenOf, type Node, nodeIn, nodesIn, wordIn } from './nodeTree'

/** A query, nested or not, with the queries around it. */
export interface Scope {
  id: string
  query: Node
  parent: Scope | undefined
  /** Whether it is part of a `with` of its parent. */
  isPart: boolean
  children: Scope[]
  /** Tables that it names itself. */
  uses: Use[]
}

/** A table in a statement. */
export interface Use {
  table: Table
  /** Position in the query's list of tables. */
  number: string
  alias: string
  /** Its column `space_id`. */
  key: string
}

const RELATION = '0'
const SUBQUERY = '1'
const JOIN = '2'
const VALUES = '5'
const PART = '6'
const GROUP = '9'
const UUID_EQUALS = '2956'
const ANY = '2'

const isQuery = ({ kind }: Node) => kind === 'QUERY'
const partsOf = (query: Node) => nodesIn(query, 'cteList')
/** `excluded` of an `on conflict`, which is not a table. */
const excludedOf = (query: Node) => wordIn(nodeIn(query, 'onConflict') ?? query, 'exclRelIndex')

/** All nodes of a query, without those of nested queries. */
export function* ownNodes(node: Node): Generator<Node> {
  for (const child of childrenOf(node)) {
    if (isQuery(child)) continue
    yield child
    yield* ownNodes(child)
  }
}

/** The queries directly nested in a query. */
function* innerQueries(node: Node): Generator<{ query: Node; isPart: boolean }> {
  for (const child of childrenOf(node)) {
    if (isQuery(child)) yield { query: child, isPart: node.kind === 'COMMONTABLEEXPR' }
    else yield* innerQueries(child)
  }
}

/** Creates the scopes of a statement. */
export function scopeOf(catalog: Catalog, query: Node, parent?: Scope, isPart = false): Scope {
  const id = parent ? `${parent.id}.${parent.children.length}` : 'q'
  const scope: Scope = { id, query, parent, isPart, children: [], uses: [] }
  const excluded = excludedOf(query)
  for (const [place, entry] of nodesIn(query, 'rtable').entries()) {
    const table = catalog.tables.get(wordIn(entry, 'relid'))
    const number = String(place + 1)
    if (wordIn(entry, 'rtekind') !== RELATION || !table || number === excluded) continue
    const alias = wordIn(nodeIn(entry, 'eref') ?? entry, 'aliasname')
    scope.uses.push({ table, number, alias, key: `${id}/${number}/${table.spaceColumn}` })
  }
  for (const inner of innerQueries(query))
    scope.children.push(scopeOf(catalog, inner.query, scope, inner.isPart))
  return scope
}

/** A scope with all its descendants. */
export const allScopes = (scope: Scope): Scope[] => [scope, ...scope.children.flatMap(allScopes)]

/** The columns that a query returns. */
const outputsOf = (query: Node) => {
  const name = wordIn(query, 'commandType') === '1' ? 'targetList' : 'returningList'
  return nodesIn(query, name).filter((entry) => wordIn(entry, 'resjunk') !== 'true')
}

/** Values of a statement that are equal by its conditions. */
export class Equalities {
  readonly #parents = new Map<string, string>()

  /**
   * @param opaque parts of a `with` count as tables, because Citus runs each by itself
   * @param same for each parameter the number of the first with the same value
   */
  constructor(
    root: Scope,
    private readonly opaque: boolean,
    same: readonly number[],
  ) {
    for (const [index, first] of same.entries()) this.#unite(`$${index + 1}`, `$${first}`)
    for (const scope of allScopes(root)) this.#read(scope)
  }

  /** Representative of all values that equal this one. */
  of(term: string): string {
    const parent = this.#parents.get(term)
    return parent === undefined || parent === term ? term : this.of(parent)
  }

  /** Whether a value equals a parameter or a constant. */
  isGiven(term: string): boolean {
    const found = this.of(term)
    return [...this.#parents.keys()].some((other) => /^[$=]/.test(other) && this.of(other) === found)
  }

  #unite(one: string, other: string) {
    const [a, b] = [this.of(one), this.of(other)]
    this.#parents.set(a, b)
    this.#parents.set(b, b)
  }

  #read(scope: Scope) {
    const { query } = scope
    for (const node of ownNodes(query))
      if (node.kind === 'FROMEXPR' || node.kind === 'JOINEXPR') this.#condition(nodeIn(node, 'quals'), scope)
    if (wordIn(query, 'commandType') !== '3') return
    const target = targetOf(scope)
    const entry = nodesIn(query, 'targetList').find(
      (one) => wordIn(one, 'resno') === String(target?.table.spaceColumn),
    )
    const value = entry && nodeIn(entry, 'expr')
    if (target && value) this.#unite(target.key, this.#term(value, scope))
  }

  #condition(quals: Node | undefined, scope: Scope) {
    if (!quals) return
    if (quals.kind === 'BOOLEXPR' && wordIn(quals, 'boolop') === 'and')
      for (const one of nodesIn(quals, 'args')) this.#condition(one, scope)
    if (quals.kind === 'OPEXPR' && wordIn(quals, 'opfuncid') === UUID_EQUALS) this.#equal(quals, scope)
    if (quals.kind === 'SUBLINK' && wordIn(quals, 'subLinkType') === ANY)
      this.#among(nodeIn(quals, 'testexpr'), nodeIn(quals, 'subselect'), scope)
  }

  #equal(operation: Node, scope: Scope) {
    const [one, other] = nodesIn(operation, 'args')
    if (one && other) this.#unite(this.#term(one, scope), this.#term(other, scope))
  }

  /** `(a, b) in (select …)`: each is compared with a column of the query. */
  #among(test: Node | undefined, subselect: Node | undefined, scope: Scope) {
    if (!test || !subselect) return
    for (const one of test.kind === 'BOOLEXPR' ? nodesIn(test, 'args') : [test]) {
      const [value, column] = nodesIn(one, 'args')
      const inner = scope.children.find(({ query }) => query === subselect)
      if (wordIn(one, 'opfuncid') !== UUID_EQUALS || !value || !column || !inner) continue
      this.#unite(this.#term(value, scope), this.#output(inner, Number(wordIn(column, 'paramid'))))
    }
  }

  #output(scope: Scope, number: number): string {
    const value = outputsOf(scope.query)[number - 1]
    const expression = value && nodeIn(value, 'expr')
    return expression ? this.#term(expression, scope) : `${scope.id}#${number}`
  }

  /** A name for a value: equal names mean equal values. */
  #term(expression: Node, scope: Scope): string {
    switch (expression.kind) {
      case 'VAR':
        return this.#column(expression, scope)
      case 'PARAM':
        return wordIn(expression, 'paramkind') === '0' ? `$${wordIn(expression, 'paramid')}` : unknown(scope)
      case 'CONST':
        return `=${JSON.stringify(expression.fields.constvalue)}`
      case 'RELABELTYPE':
        return this.#term(nodeIn(expression, 'arg') ?? expression, scope)
      default:
        return unknown(scope)
    }
  }

  #column(column: Node, from: Scope): string {
    let scope = from
    for (let level = Number(wordIn(column, 'varlevelsup')); level > 0 && scope.parent; level--)
      scope = scope.parent
    const [entryNumber, number] = [Number(wordIn(column, 'varno')), Number(wordIn(column, 'varattno'))]
    const entry = nodesIn(scope.query, 'rtable')[entryNumber - 1]
    const itself = `${scope.id}/${entryNumber}/${number}`
    if (!entry) return itself
    const listed = (list: string) => {
      const value = nodesIn(entry, list)[number - 1]
      return value ? this.#term(value, scope) : itself
    }
    switch (wordIn(entry, 'rtekind')) {
      case SUBQUERY: {
        const inner = scope.children.find(({ query }) => query === nodeIn(entry, 'subquery'))
        return inner ? this.#output(inner, number) : itself
      }
      case JOIN:
        return listed('joinaliasvars')
      case GROUP:
        return listed('groupexprs')
      case VALUES:
        return itself
      case PART: {
        const inner = this.opaque ? undefined : partOf(scope, entry)
        return inner ? this.#output(inner, number) : itself
      }
      default:
        return itself
    }
  }
}

/** The table that a query changes. */
export const targetOf = ({ query, uses }: Scope): Use | undefined =>
  uses.find(({ number }) => number === wordIn(query, 'resultRelation'))

let unknowns = 0
const unknown = ({ id }: Scope) => `${id}?${unknowns++}`

/** The query of a `with` that an entry refers to. */
function partOf(from: Scope, entry: Node): Scope | undefined {
  let scope = from
  for (let level = Number(wordIn(entry, 'ctelevelsup')); level > 0 && scope.parent; level--)
    scope = scope.parent
  const part = partsOf(scope.query).find((one) => wordIn(one, 'ctename') === wordIn(entry, 'ctename'))
  return part && scope.children.find(({ query }) => query === nodeIn(part, 'ctequery'))
}

/** Whether a query reads columns of the queries around it. */
export function isCorrelated(scope: Scope): boolean {
  const reaches = (node: Node, depth: number): boolean =>
    (node.kind === 'VAR' && Number(wordIn(node, 'varlevelsup')) > depth) ||
    childrenOf(node).some((child) => reaches(child, depth + (isQuery(child) ? 1 : 0)))
  return reaches(scope.query, 0)
}
