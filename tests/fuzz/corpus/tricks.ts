import { attacks, CONTAINED, ESCAPED, LISTENER, SEARCH } from './attack'

/** Getters that return something else each time, or attack the reader. */
export const getters = attacks('getters', {
  'a getter that throws': 'return { get a() { throw new Error("x") } }',
  'a getter that throws nothing': 'return { get a() { throw undefined } }',
  'a getter that changes its object':
    'const o = { get a() { delete o.b; o.c = 1; return 1 }, b: 2 }; return o',
  'a getter that adds without end':
    'const o = { get a() { o["k" + Math.random()] = 1; return 1 } }; return o',
  'a list that shrinks while it is read':
    'const a = [{ toJSON() { a.length = 0; return 1 } }, 2, 3]; return a',
  'a list that grows while it is read': 'const a = [{ toJSON() { a.push(1); return 1 } }]; return a',
  'a length that is a getter': 'return Array.from({ get length() { throw 1 } })',
  'a name of an error that is no text': 'const e = new Error("x"); e.name = { a: 1 }; throw e',
  'a name of an error that is a symbol': 'const e = new Error("x"); e.name = Symbol(); throw e',
  'a message of an error that is a symbol': 'const e = new Error(); e.message = Symbol("x"); throw e',
  'a message of an error of megabytes': 'throw new Error("x".repeat(2e7))',
  'a name of an error of megabytes': 'const e = new Error("x"); e.name = "y".repeat(2e7); throw e',
  'an error without a prototype': 'const e = new Error("x"); Object.setPrototypeOf(e, null); throw e',
  'an error that is a limit': "const e = new Error('x'); e.name = 'TimeoutError'; throw e",
  'a function main that is a getter':
    'Object.defineProperty(globalThis, "main", { get() { throw 1 } }); return 1',
})

/** Proxies with traps that lie. */
export const proxies = attacks('proxies', {
  'a proxy as the result': 'return new Proxy({ a: 1 }, {})',
  'a proxy of a list as the result': 'return new Proxy([1, 2], {})',
  'a list that says it is endless': 'return new Proxy([], { get: (t, k) => (k === "length" ? 1e9 : 1) })',
  'a list that says it is negative': 'return new Proxy([], { get: (t, k) => (k === "length" ? -1 : 1) })',
  'a proxy that has all keys':
    'return new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => "k" + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) })',
  'a proxy that was revoked': 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy',
  'a list that was revoked': 'const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return [proxy]',
  'a revoked proxy, thrown':
    'const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); throw proxy',
  'a revoked proxy on the console':
    'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log(proxy); return 1',
  'a prototype that throws': 'throw new Proxy({}, { getPrototypeOf() { throw 1 } })',
  'a proxy that lies about its prototype':
    'return new Proxy({}, { getPrototypeOf: () => Promise.prototype })',
  'a proxy whose keys are no keys': 'return Object.keys(new Proxy({}, { ownKeys: () => [1] }))',
  'a proxy of the global object':
    'Object.setPrototypeOf(globalThis, new Proxy({}, { get: (t, k) => k, has: () => true })); return nothing',
  'a proxy of a proxy of itself': 'const h = {}; const p = new Proxy(h, h); h.get = p; return p.x',
  'a proxy as the prototype of itself': 'const p = new Proxy({}, {}); Object.setPrototypeOf(p, p)',
  'a proxy with a proxy as handler':
    'return new Proxy({}, new Proxy({}, { get: () => () => { throw new Error("x") } })).x',
})

/** Results with a `toJSON` of their own. */
export const toJson = attacks('toJSON', {
  'a toJSON that throws': 'return { toJSON() { throw new Error("x") } }',
  'a toJSON that gives a function': 'return { toJSON: () => () => 1 }',
  'a toJSON that gives a symbol': 'return { toJSON: () => Symbol() }',
  'a toJSON that gives a big integer': 'return { toJSON: () => 1n }',
  'a toJSON that is no function': 'return { toJSON: 1 }',
  'a toJSON that ends the list': 'const a = []; a.toJSON = () => a.concat([a]); return a',
  'a toJSON that gives raw text': `return { toJSON: () => '"}, {"value": "${ESCAPED.slice(0, 3)}' }`,
  'a toJSON of megabytes': 'return { toJSON: () => "x".repeat(3e6) }',
  'a toJSON that replaces JSON': 'return { toJSON() { JSON.stringify = () => "x"; return 1 } }',
  'a toJSON of dates': 'Date.prototype.toJSON = () => "x".repeat(2e6); return new Date()',
  'a toJSON of an invalid date': 'return new Date(NaN)',
  'a toJSON that calls the host': `return { toJSON: () => globalThis.fetch?.('${LISTENER}/json') }`,
})

/** Patterns that take exponential time, and others that confuse a matcher. */
export const patterns = attacks('regular expressions', {
  'nested repetition': "return /^(a+)+$/.test('a'.repeat(50) + 'b')",
  'nested optional repetition': "return /^(a*)*$/.test('a'.repeat(50) + 'b')",
  'alternatives that overlap': "return /^(a|aa)+$/.test('a'.repeat(80) + 'b')",
  'alternatives that are the same': "return /^(a|a)*$/.test('a'.repeat(50) + 'b')",
  'three stars': "return /a*a*a*a*a*a*a*a*a*b/.test('a'.repeat(500))",
  'an address of e-mail': String.raw`return /^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$/.test('a'.repeat(60) + '!')`,
  'a reference back': String.raw`return /^(a+)+\1$/.test('a'.repeat(60) + 'b')`,
  'a look ahead': "return /^(?=(a+)+$)b/.test('a'.repeat(60) + 'b')",
  'a look behind': "return /(?<=(a+)+)c/.test('a'.repeat(60) + 'b')",
  'spaces at the end': String.raw`return /\s+$/.test(' '.repeat(2e5) + 'x')`,
  'a pattern of counts': "return /^(a{1,100}){1,100}$/.test('a'.repeat(9000) + 'b')",
  'case folding of all signs': "return /[\\u{0}-\\u{10FFFF}]+/iu.test('x'.repeat(1e6))",
  'a replace with a pattern that backtracks': "return ('a'.repeat(50) + 'b').replace(/(a+)+c/g, '')",
  'a split with a pattern that backtracks': "return ('a'.repeat(50) + 'b').split(/(a+)+c/)",
  'a pattern of megabytes': "return new RegExp('a?'.repeat(1e6) + 'a'.repeat(100)).test('a'.repeat(100))",
  'a lastIndex that lies': 'const r = /x/g; r.lastIndex = { valueOf() { for (;;); } }; return r.test("x")',
  'an exec of its own': 'const r = /x/g; r.exec = () => [""]; return "x".replace(r, "y")',
  'an exec of its own without end':
    'const r = /x/g; r.exec = () => ({ index: 0, 0: "", length: 1 }); return [..."x".matchAll(r)]',
})

/** Well-known symbols, which change what the language itself does. */
export const symbols = attacks('symbols', {
  'a species of its own':
    'class A extends Array { static get [Symbol.species]() { throw 1 } } return new A(1, 2).map((x) => x)',
  'a species that is huge':
    'class A extends Array { static get [Symbol.species]() { return function () { return new ArrayBuffer(1e9) } } } return new A(1).map((x) => x)',
  'an unscopables that waits': 'with ({ [Symbol.unscopables]: { get x() { for (;;); } }, x: 1 }) return x',
  'an unscopables that throws': 'with ({ get [Symbol.unscopables]() { throw 1 }, x: 1 }) return x',
  'a tag that lies': 'return Object.prototype.toString.call({ get [Symbol.toStringTag]() { throw 1 } })',
  'an iterator that is no iterator': 'return [...{ [Symbol.iterator]: () => 1 }]',
  'an iterator whose return throws':
    'for (const x of { [Symbol.iterator]: () => ({ next: () => ({}), return() { throw 1 } }) }) break',
  'a concat of a lie': 'return [].concat({ [Symbol.isConcatSpreadable]: true, length: 2 ** 53 - 1 })',
  'a registry shared with the host': "return Symbol.for('nodejs.util.inspect.custom').toString()",
  'an inspection by Node': `return { [Symbol.for('nodejs.util.inspect.custom')]: () => '${ESCAPED}', a: 1 }`,
  'a symbol as the result': 'return Symbol("x")',
  'a symbol as a key': 'return { [Symbol("x")]: 1 }',
  'a symbol, thrown': 'throw Symbol("x")',
  'a symbol on the console': 'console.log(Symbol("x"), [Symbol("y")]); return 1',
})

/** Code that is made of text, and modules. */
export const code = [
  ...attacks(
    'code of text',
    {
      'an evaluation': `const found = eval('this')\n${SEARCH}`,
      'a function of text': `const found = new Function('return this')()\n${SEARCH}`,
      'an asynchronous function of text': `let found; (async () => {}).constructor('f', 'f(this)')((x) => { found = x })\n${SEARCH}`,
      'a function whose parameters close it': `let found = globalThis; try { found = Function('/*', '*/){ return this')() } catch {}\n${SEARCH}`,
      'an evaluation in another scope': `const found = (0, eval)('globalThis')\n${SEARCH}`,
      'an evaluation that declares main': `(0, eval)('function main() { return this }'); const found = main()\n${SEARCH}`,
    },
    { expected: CONTAINED },
  ),
  ...attacks('modules', {
    'an import': `return import('${LISTENER}/module.js')`,
    'an import of Node': "return import('node:fs')",
    'an import of a file': "return import('/etc/passwd')",
    'an import of data': "return import('data:text/javascript,export default 1')",
    'an import of the engine': "return import('std')",
    'an import that is awaited': "return (async () => (await import('os')).exec(['id']))()",
    'an import with attributes': "return import('x', { with: { type: 'json' } })",
    'an import of a text that waits': 'import({ toString() { for (;;); } }); return 1',
    'the address of the module': 'return import.meta.url',
    'a static import': "import fs from 'node:fs'",
    'an evaluated import': `return eval("import('${LISTENER}/eval.js')")`,
    'an imported function': `return new Function("return import('node:fs')")()`,
    'a thousand imports': "for (let i = 0; i < 1000; i++) import('x' + i); return 1",
  }),
  ...attacks('machine', {
    'a module of WebAssembly':
      'return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) && 1',
    'a memory of WebAssembly': 'return new WebAssembly.Memory({ initial: 65536 }).buffer.byteLength',
    'a shared buffer': 'return new SharedArrayBuffer(1024).byteLength',
    'a huge shared buffer': 'return new SharedArrayBuffer(2 ** 31).byteLength',
    'shared buffers without end': 'const all = []; for (;;) all.push(new SharedArrayBuffer(1e6))',
    'a wait on shared memory': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'a wait that would not block': 'return Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'a weak reference': 'return new WeakRef({}).deref() === undefined',
    'a last word of garbage':
      'const r = new FinalizationRegistry(() => { for (;;); }); for (let i = 0; i < 1e4; i++) r.register({}, i); return 1',
    'a view behind its buffer': 'return new DataView(new ArrayBuffer(8)).getInt32(2 ** 31)',
    'a view before its buffer': 'return new Uint8Array(new ArrayBuffer(8), -8)[0]',
    'a buffer that is given away while it is read':
      'const b = new ArrayBuffer(64); const a = new Uint8Array(b); return a.map(() => { b.transfer?.(0); return 1 })[63]',
    'a buffer that shrinks while it is sorted':
      'const b = new ArrayBuffer(64, { maxByteLength: 64 }); return new Uint8Array(b).sort(() => { b.resize?.(0); return 1 })[63] ?? null',
    'a list that shrinks while it is sorted':
      'const a = Array.from({ length: 1e3 }, (_, i) => i); a.sort(() => { a.length = 0; return 1 }); return a.length',
    'a list that grows while it is spliced':
      'const a = [1, 2, 3]; a.splice({ valueOf() { a.length = 1e6; return 0 } }, 2, 4); return a.length',
  }),
]

/** Traces of the stack, which might name files or functions of the host. */
export const stacks = attacks('error stacks', {
  'the trace of an error': 'throw new Error("x")',
  'the trace as the result': `return /node:|file:|https?:|\\/(work|app|home)\\//.test(new Error().stack) ? '${ESCAPED}' : 1`,
  'a hook for traces': `Error.prepareStackTrace = (e, s) => s; const s = new Error().stack; const found = Array.isArray(s) ? s[0]?.getThis?.() ?? s[0]?.getFunction?.()?.constructor?.('return this')() : null\n${SEARCH}`,
  'a hook that throws': 'Error.prepareStackTrace = () => { throw 1 }; throw new Error("x")',
  'a hook that waits': 'Error.prepareStackTrace = () => { for (;;); }; throw new Error("x")',
  'a limit that is endless':
    'Error.stackTraceLimit = Infinity; const f = (n) => { if (n) f(n - 1); else throw new Error("x") }; f(200)',
  'a limit that is no number': 'Error.stackTraceLimit = { valueOf() { throw 1 } }; throw new Error("x")',
  'a capture of the trace': `const o = {}; Error.captureStackTrace?.(o); return /node:|file:/.test(o.stack) ? '${ESCAPED}' : 1`,
  'a trace that names another line':
    "const e = new Error('x'); e.stack = 'at script.js:999999999:1'; throw e",
  'a trace with a line of hundreds of digits':
    "const e = new Error('x'); e.stack = 'at script.js:' + '9'.repeat(500); throw e",
  'a trace that is no text': "const e = new Error('x'); e.stack = { a: 1 }; throw e",
  'a trace of megabytes': "const e = new Error('x'); e.stack = 'script.js:'.repeat(2e6); throw e",
  'a cause that is its own cause': "const e = new Error('x'); e.cause = e; throw e",
  'an aggregate of itself': "const e = new AggregateError([], 'x'); e.errors = [e]; throw e",
})
