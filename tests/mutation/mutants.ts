import { parseSync, Visitor } from 'vite'

/** A change of a source, small enough that only a test that looks closely notices it. */
export interface Mutant {
  start: number
  end: number
  text: string
}

/** Operators, and what each one becomes. Comparisons move by one; equality and logic change sides. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
}

/** Methods, and what each one becomes. */
const METHODS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
}

interface Span {
  start: number
  end: number
}

/** Statements that do something; without them the source still compiles. */
const ACTING = new Set(['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'])

/**
 * All mutants of a TypeScript source: conditions that always or never hold, comparisons at their boundaries, other operators and methods,
 * numbers that are one more, the other truth value, and statements that are left out.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const mutants: Mutant[] = []
  const types: Span[] = []
  const replace = ({ start, end }: Span, text: string) => void mutants.push({ start, end, text })
  const decide = (test: Span) => {
    replace(test, 'true')
    replace(test, 'false')
  }
  const swap = (left: Span, operator: string, right: Span) => {
    const text = OPERATORS[operator]
    if (text === undefined) return
    const between = source.slice(left.end, right.start)
    const start = left.end + between.indexOf(operator)
    replace({ start, end: start + operator.length }, text)
  }
  const isText = (one: { type: string; value?: unknown }) =>
    one.type === 'TemplateLiteral' || (one.type === 'Literal' && typeof one.value === 'string')

  new Visitor({
    BinaryExpression: ({ left, operator, right }) => {
      if (!isText(left) && !isText(right)) swap(left, operator, right)
    },
    LogicalExpression: ({ left, operator, right }) => swap(left, operator, right),
    AssignmentExpression: ({ left, operator, right }) => swap(left, operator, right),
    IfStatement: ({ test }) => decide(test),
    ConditionalExpression: ({ test }) => decide(test),
    // A loop that never ends is noticed by anyone.
    WhileStatement: ({ test }) => replace(test, 'false'),
    ForStatement: ({ test }) => test && replace(test, 'false'),
    UnaryExpression: ({ start, end, operator, argument }) => {
      if (operator === '!') replace({ start, end }, source.slice(argument.start, argument.end))
    },
    MemberExpression: ({ property, computed }) => {
      const text = property.type === 'Identifier' && !computed ? METHODS[property.name] : undefined
      if (text !== undefined) replace(property, text)
    },
    Literal: ({ start, end, value }) => {
      if (typeof value === 'boolean') replace({ start, end }, String(!value))
      if (typeof value === 'number') replace({ start, end }, String(value + 1))
    },
    ExpressionStatement: ({ start, end, expression }) => {
      if (ACTING.has(expression.type)) replace({ start, end }, ';')
    },
    TSLiteralType: ({ start, end }) => void types.push({ start, end }),
  }).visit(program)

  const isInType = ({ start, end }: Span) => types.some((type) => type.start <= start && end <= type.end)
  return mutants.filter((mutant) => !isInType(mutant)).toSorted((a, b) => a.start - b.start)
}

/** Most steps of a loop. */
const STEPS_MAX = 100_000

/** The source with a bound on each loop, so that an endless one throws. */
export function bounded(file: string, source: string): string {
  const inserted: [at: number, text: string][] = []
  const bound = ({ start, end, body }: Span & { body: Span }) =>
    void inserted.push(
      [start, '{ let steps = 0; '],
      [body.start, `{ if (++steps > ${STEPS_MAX}) throw new Error('endless'); `],
      [body.end, '}'],
      [end, '}'],
    )
  new Visitor({ WhileStatement: bound, DoWhileStatement: bound, ForStatement: bound }).visit(
    parseSync(file, source).program,
  )
  let text = source
  for (const [at, more] of inserted.toSorted(([one], [other]) => other - one))
    text = text.slice(0, at) + more + text.slice(at)
  return text
}

/** The source with a mutant. */
export const mutated = (file: string, source: string, { start, end, text }: Mutant): string =>
  bounded(file, source.slice(0, start) + text + source.slice(end))

/** The lines of a mutant, before and after, below where they are. */
export function describeMutant(file: string, source: string, mutant: Mutant): string {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1
  const newline = source.indexOf('\n', mutant.end)
  const to = newline < 0 ? source.length : newline
  const line = source.slice(0, from).split('\n').length
  const lines = (text: string, mark: string) =>
    text
      .split('\n')
      .map((one) => `  ${mark} ${one.trim()}`)
      .join('\n')
  const after = source.slice(from, mutant.start) + mutant.text + source.slice(mutant.end, to)
  return `${file}:${line}\n${lines(source.slice(from, to), '-')}\n${lines(after, '+')}`
}
