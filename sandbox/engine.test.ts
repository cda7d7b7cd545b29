import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureFor } from '#contract/deliveries/failure'
import { type Engine, startEngine } from './engine'
import { DEFAULT_LIMITS } from './limits'
import type { Entry, Limits, Outcome } from './types'

const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
const quickjs = new WebAssembly.Module(readFileSync(file))
/** Enough time on any machine, because these tests are not about time. */
const patient: Limits = { ...DEFAULT_LIMITS, milliseconds: 20_000 }
let engine: Engine = await startEngine(quickjs, patient.megabytes)

interface Given {
  entry?: Entry
  input?: string
  limits?: Partial<Limits>
}

async function run(source: string, { entry = 'body', input = 'null', limits }: Given = {}) {
  const { outcome, spent } = engine.run({
    script: { source, entry },
    input,
    limits: { ...patient, ...limits },
  })
  if (spent) engine = await startEngine(quickjs, patient.megabytes)
  return outcome
}
const valueOf = (outcome: Outcome): unknown =>
  'value' in outcome ? JSON.parse(outcome.value) : outcome.error
const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : undefined)

test('a function main gets the input and returns the value', async () => {
  const source = 'const twice = (x) => 2 * x\nfunction main(job) { return { a: twice(job.a) } }'
  expect(valueOf(await run(source, { entry: 'main', input: '{"a":21}' }))).toEqual({ a: 42 })
})

test('main may be a constant as well', async () => {
  expect(valueOf(await run('const main = (job) => job.a', { entry: 'main', input: '{"a":1}' }))).toBe(1)
})

test.each([
  ["job.device.tags.includes('cellar')", true],
  ["job.device.tags.includes('roof')", false],
  ['job.device.tags.includes(job.device.tags[1])', true],
  ["job.device.tags.indexOf('cellar')", 1],
  ["job.device.tags.lastIndexOf('cellar')", 1],
  ["job.device.tags.indexOf('cellar', 2)", -1],
  ["job.device.tags.join(', ')", 'north, cellar'],
  ['`${job.device.tags[0]}: ${job.device.tags}`', 'north: north,cellar'],
  ["job.device.tags.some((tag) => tag == 'cellar')", true],
  ['job.device.tags.map((tag) => tag.name)', ['north', 'cellar']],
  ['Object.keys(job.device.tags[0])', ['id', 'name', 'color']],
  ['job.device.tags.length', 2],
])('tags of a job are objects whose text is their name: %s', async (expression, value) => {
  const tags = [
    { id: '1', name: 'north', color: 'red' },
    { id: '2', name: 'cellar', color: 'blue' },
  ]
  const given = { entry: 'main', input: JSON.stringify({ device: { tags } }) } as const
  expect(valueOf(await run(`const main = (job) => (${expression})`, given))).toEqual(value)
  expect(valueOf(await run('const main = (job) => job', given))).toEqual({ device: { tags } })
})

test.each([
  null,
  1,
  [],
  { device: null },
  { device: { tags: 'x' } },
  { device: { tags: [null, 1, {}, 'a'] } },
])('a job of any other shape is passed unchanged: %j', async (input) => {
  const given = { entry: 'main', input: JSON.stringify(input) } as const
  expect(valueOf(await run('const main = (job) => job', given))).toEqual(input)
})

test('a function body sees the message', async () => {
  const source = '//{"Temperature":"red"}\nreturn { date: message.at, Temperature: message.t }'
  expect(valueOf(await run(source, { input: '{"at":"x","t":2}' }))).toEqual({ date: 'x', Temperature: 2 })
})

test.each([
  ['return undefined', null],
  ['return { a: undefined, b: 1 }', { b: 1 }],
  ['return new Date(Date.UTC(2024, 1, 29))', '2024-02-29T00:00:00.000Z'],
  ['return [NaN, Infinity]', [null, null]],
  ["return '\\ud800'", '\ud800'],
])('the returned value becomes JSON: %s', async (source, value) => {
  expect(valueOf(await run(source))).toEqual(value)
})

test('every JSON value comes back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ noUnicodeString: false }), async (input) => {
      const outcome = await run('return message', { input })
      expect(outcome).toMatchObject({ value: JSON.stringify(JSON.parse(input)) })
    }),
  )
})

test.each<[string, Entry, object]>([
  ['\n\n  nothing()', 'body', { name: 'ReferenceError', line: 3, column: 3 }],
  ['let a\nlet b = ;', 'body', { name: 'SyntaxError', line: 2, column: 9 }],
  ['if (true) {\n  a', 'body', { name: 'SyntaxError', line: 2 }],
  [
    'const main = () => {\n  throw new TypeError("no")\n}',
    'main',
    { name: 'TypeError', message: 'no', line: 2 },
  ],
  ['let a = ;', 'main', { name: 'SyntaxError', line: 1, column: 9 }],
  ['1', 'main', { name: 'ReferenceError', message: 'the script defines no function main' }],
  [
    'async function main() {}',
    'main',
    { name: 'TypeError', message: 'the function returned a promise; it must return the value itself' },
  ],
  ['throw { code: 7 }', 'body', { name: 'Error', message: '{"code":7}' }],
  ['const a = []; a.push(a); return a', 'body', { name: 'TypeError', message: 'circular reference' }],
  ['}); (function () {', 'body', { name: 'SyntaxError' }],
  ['const f = () => f()\nf()', 'body', { name: 'RangeError', line: 1 }],
  [
    'const main = (job) => {\n  const x = job.device.upper()\n}',
    'main',
    { name: 'TypeError', message: 'job.device.upper is not a function', line: 2 },
  ],
  ['return message\n.a\n.b()', 'body', { reason: failureFor('no_function', 'message .a .b') }],
  ['const x = "💥" + message.b(); return x', 'body', { reason: failureFor('no_function', 'message.b') }],
  ['const x = [1].map(message.f); return x', 'body', { reason: failureFor('no_callback', '[1].map') }],
  ['throw new TypeError("not a function")', 'body', { message: 'not a function' }],
  ['throw TypeError("not a function")', 'body', { message: 'not a function' }],
  [
    'const main = (job) => JSON.parse(job.message.body)',
    'main',
    { name: 'SyntaxError', line: 1, reason: failureFor('parsed_already', 'job.message.body') },
  ],
  ['return JSON.parse([1, 2])', 'body', { reason: failureFor('parsed_already', 'message.body') }],
  ['return JSON.parse("hello")', 'body', { message: "unexpected token: 'hello'" }],
])('an error has the cause and the position: %s', async (source, entry, expected) => {
  const input = '{"a":{},"device":{},"message":{"body":{}}}'
  expect(errorOf(await run(source, { entry, input }))).toMatchObject(expected)
})

test('console output is kept line by line, even when the script fails', async () => {
  const { logs } = await run('console.log("a", 1, { b: [2] }); console.warn(new TypeError("c")); throw 1')
  expect(logs).toEqual(['a 1 {"b":[2]}', 'TypeError: c'])
})

test('a flood of console lines is cut, and a last line says so', async () => {
  const { logs } = await run('for (let i = 0; i < 2000; i++) console.log(i)')
  expect(logs).toHaveLength(1001)
  expect(logs.at(-1)).toBe('… more was written than is kept')
})

test('the time of a run is limited', async () => {
  const outcome = await run('for (;;);', { limits: { milliseconds: 50 } })
  expect(errorOf(outcome)).toEqual({
    name: 'TimeoutError',
    message: 'the function ran longer than 50 ms',
    reason: failureFor('function_late', 50),
  })
})

test('a script that catches everything gets no more time', async () => {
  const outcome = await run('for (;;) try { for (;;); } catch {} finally { continue }', {
    limits: { milliseconds: 50 },
  })
  expect(errorOf(outcome)?.name).toBe('TimeoutError')
})

test('the memory of a run is limited, and an engine that ran out of it is not used again', async () => {
  const script = {
    source: 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))',
    entry: 'body',
  } as const
  const { outcome, spent } = engine.run({ script, input: 'null', limits: patient })
  expect(errorOf(outcome)).toMatchObject({ name: 'MemoryError', reason: failureFor('function_memory', 64) })
  expect(spent).toBe(true)
  engine = await startEngine(quickjs, patient.megabytes)
})

test.each([
  'const a = []; for (;;) a.push({})',
  'let a; for (;;) a = { a }',
  'const a = []; try { for (;;) a.push({}) } catch { a.push(new Error("x")) }',
  'return new Uint8Array(2 ** 31 - 1)',
  'return "ž".repeat(2 ** 30 - 1)',
])('a lack of memory is reported, even without memory for an error: %s', async (source) => {
  expect(errorOf(await run(source))?.reason).toEqual(failureFor('function_memory', 64))
})

test.each(['throw new InternalError("out of memory")', 'throw null', 'throw new InternalError("")'])(
  'a script that only claims a lack of memory had none: %s',
  async (source) => {
    const error = errorOf(await run(source))
    expect(error?.name).toMatch(/^(Internal)?Error$/)
    expect(error?.reason).toBeUndefined()
  },
)

test('a script that survives a lack of memory fails for another reason, or not at all', async () => {
  const large = 'try { new Uint8Array(2 ** 31 - 1) } catch {}\n'
  expect(valueOf(await run(`${large}return 1`))).toBe(1)
  expect(errorOf(await run(`${large}throw new TypeError("mine")`))).toMatchObject({ message: 'mine' })
})

test('the size of a result is limited in bytes', async () => {
  const limits = { outputBytes: 1024 }
  expect(errorOf(await run("return 'x'.repeat(1023)", { limits }))).toMatchObject({
    name: 'OutputTooLargeError',
    message: 'the function returned more than 1 kB',
  })
  expect(errorOf(await run("return 'ž'.repeat(512)", { limits }))?.name).toBe('OutputTooLargeError')
  expect(valueOf(await run("return 'x'.repeat(1022)", { limits }))).toHaveLength(1022)
})

test('nothing leaks from one run to the next', async () => {
  await run('Object.prototype.leak = globalThis.leak = Array.prototype.map = 1')
  expect(valueOf(await run('return [typeof leak, typeof ({}).leak, typeof [].map]'))).toEqual([
    'undefined',
    'undefined',
    'function',
  ])
})

test('new buffers are empty, whatever the memory contained before', async () => {
  await run('globalThis.all = Array.from({ length: 30 }, () => new Uint8Array(1e6).fill(255)); return 1')
  const source =
    'return [1e2, 1e4, 1e6, 1e7].every((size) => new Uint8Array(size).every((byte) => byte === 0))'
  expect(valueOf(await run(source))).toBe(true)
})

test('random numbers repeat', async () => {
  const source = 'return [Math.random(), Math.random()]'
  const first = valueOf(await run(source))
  expect(valueOf(await run(source))).toEqual(first)
  expect(new Set(Array.isArray(first) ? first : []).size).toBe(2)
})
