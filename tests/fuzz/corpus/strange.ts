import { attacks } from './attack'

/** Results that JSON cannot say, or that are too large. */
export const results = [
  ...attacks('results', {
    'a list in itself': 'const a = []; a.push(a); return a',
    'an object in itself': 'const o = {}; o.o = o; return o',
    'a circle of three': 'const a = {}, b = { a }, c = { b }; a.c = c; return a',
    'the global object': 'return globalThis',
    'the message, which holds itself': 'message.message = message; return message',
    'a big integer': 'return 1n',
    'a text of twenty megabytes': "return 'x'.repeat(2e7)",
    'a promise': 'return Promise.resolve(1)',
    'a promise that waits for ever': 'return new Promise(() => {})',
    'a promise that fails': 'return Promise.reject(new Error("x"))',
    'an asynchronous answer': 'return (async () => 1)()',
    'an asynchronous generator': 'return (async function* () { yield 1 })()',
    'a map': 'return new Map([[1, 2]])',
    'a typed array': 'return new Uint8Array(3)',
    'a typed array of megabytes': 'return new Uint8Array(1e7)',
    'a pattern': 'return /x/',
    'nothing, thrown': 'throw undefined',
    'null, thrown': 'throw null',
    'a function, thrown': 'throw function f() {}',
    'a text with halves of signs': String.raw`return '\ud800 \udfff \ud83d\ude00'`,
    'a key with half of a sign': String.raw`return { '\ud800': 1 }`,
    'a text of zeros': String.raw`return '\0'.repeat(1000)`,
    'a text of all signs':
      'return String.fromCharCode(...Array.from({ length: 65536 }, (_, i) => i).slice(0, 30000))',
    'an error with zeros': String.raw`throw new Error('a\0b')`,
    'an empty name and message': "const e = new Error(''); e.name = ''; throw e",
  }),
  ...attacks(
    'results',
    {
      undefined: 'return undefined',
      nothing: '',
      'a function': 'return () => 1',
      'not a number': 'return NaN',
      endless: 'return -Infinity',
      'a symbol': 'return Symbol.iterator',
    },
    { expected: 'null' },
  ),
  ...attacks(
    'results',
    {
      'a text of two megabytes': "return 'x'.repeat(1_100_000)",
      'a text of long signs': "return '😀'.repeat(3e5)",
      'a list of six hundred thousand': 'return new Array(6e5).fill(1)',
      'an object of many keys':
        "return Object.fromEntries(Array.from({ length: 8e4 }, (_, i) => ['key' + i, i]))",
      'zeros, six signs each': String.raw`return '\0'.repeat(2e5)`,
    },
    { expected: 'OutputTooLargeError' },
  ),
]

/** Requests that take long to parse, or that no receiver would take. */
export const requests = attacks(
  'requests',
  {
    'a host of 345 000 Han characters': `function main() {
  let host = ''
  for (let i = 0; i < 345000; i++) host += String.fromCharCode(0x4e00 + (i % 20000))
  return { url: 'http://' + host + '/' }
}`,
    'a path of a megabyte': "function main() { return { url: 'https://example.com/' + 'a'.repeat(1e6) } }",
    'sixty thousand headers': `function main() {
  const header = {}
  for (let i = 0; i < 60000; i++) header['x-' + i] = i
  return { url: 'https://example.com', header }
}`,
    'a header of a megabyte':
      "function main() { return { url: 'https://example.com', header: { a: 'x'.repeat(1e6) } } }",
  },
  { entry: 'main' },
)

/** They flood the console, or give it what it cannot show. */
export const consoles = attacks('console', {
  'lines without end': "for (;;) console.log('x')",
  'a hundred thousand lines': "for (let i = 0; i < 1e5; i++) console.log('x'); return 1",
  'a line of twenty megabytes': "console.log('x'.repeat(2e7)); return 1",
  'long lines without end': "const s = 'x'.repeat(1e6); for (;;) console.log(s)",
  'half of a sign': String.raw`console.log('\ud800', '\0', '\x1b[2J'); return 1`,
  'a circle': 'const a = []; a.push(a); console.log(a); return 1',
  'an object that cannot be shown': 'console.log({ toJSON() { throw 1 }, toString() { throw 2 } }); return 1',
  'an object without a prototype': 'console.log(Object.create(null)); return 1',
  'an error that cannot be shown':
    'const e = new Error(); Object.defineProperty(e, "message", { get() { throw 1 } }); console.log(e); return 1',
  'a console of its own': 'globalThis.console = null; return 1',
  'a method of its own': 'console.log = () => { for (;;); }; console.log(1)',
  'a call without this': 'const { log } = console; log.call(null, 1); log.apply(undefined, [2]); return 1',
  'a constructor': 'return new console.log(1)',
  'a list of a million arguments': 'console.log(...new Array(1e5).fill(1)); return 1',
  'a line from a sort': 'return new Array(1e4).fill(0).sort(() => console.log("x"))',
})

/** They play with the text that they are put in. */
export const sources = [
  ...attacks(
    'source',
    {
      'a body that closes its function': '}), (function (message) {',
      'a body that closes its function and more': '})(); })(); (function () {',
      'a body that ends in a comment': 'return 1 /*',
      'a body that ends in a text': 'return `',
      'a body that begins with a bracket': '} { return 1',
      'a body that assigns to its function': "} ['x'] = function () {",
      'a body that reads its function': '}.constructor, function () {',
      'a body of a class': '} static { ',
      'a body with a bracket too few': 'if (1) {',
      'a body with a bracket too many': '}',
      'a body with a zero': 'return "a\0b".length',
      'a body of nothing but signs': '}{][)(',
    },
    { expected: 'SyntaxError' },
  ),
  ...attacks('source', {
    'a body that closes its function and calls another': '}); main(); (function () {',
    'a body that ends in a line comment': 'return 1 //',
    'a body with a comment of HTML': 'return 1 <!-- x',
    'a body that closes a comment of HTML': '--> x',
    'a body that is strict': "'use strict'; return this === undefined",
    'a body that declares its parameter': 'let message = 1; return message',
    'a body with other line ends': String.raw`return 1`.concat('\u2028', '\u2029', '\r', ';'),
    'a body that begins with a mark': '\ufeffreturn 1',
    'a body with half of a sign': 'return "\ud800".length',
    'a body with a shebang': '#!/bin/sh\nreturn 1',
    'a body that awaits': 'return await 1',
    'a body that yields': 'yield 1',
    'a body that names a target': 'return new.target === undefined',
    'a body that breaks': 'break',
    'a body of 60 kB of brackets': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    'a body of 60 kB of one name': `return ${'a'.repeat(60_000)}`,
    'a body of 60 kB of lines': '\n'.repeat(60_000),
    'a body of 60 kB of arrows': `return ${'a=>'.repeat(20_000)}1`,
    'a body of 60 kB of conditions': `return ${'1?'.repeat(20_000)}1`,
  }),
  ...attacks('source', { 'a body of 70 kB': `//${'x'.repeat(70_000)}` }, { expected: 'SourceTooLargeError' }),
  ...attacks(
    'source',
    { 'a body of signs beyond 64 kB': `//${'ž'.repeat(40_000)}` },
    { expected: 'SourceTooLargeError' },
  ),
  ...attacks(
    'source',
    {
      'a script without main': '1',
      'a main that is no function': 'var main = 1',
      'a main that is taken back': 'function main() {} main = undefined',
      'a main of another world': 'Object.defineProperty(globalThis, "main", { get: () => ({}) })',
    },
    { entry: 'main', expected: 'ReferenceError' },
  ),
  ...attacks(
    'source',
    {
      'a return outside of a function': 'return 1',
      'an await outside of a function': 'await 1; function main() {}',
      'an import': "import fs from 'node:fs'; export function main() {}",
      'an export': 'export function main() { return 1 }',
      'a name that is no name': 'function main() { return \\u{110000} }',
    },
    { entry: 'main', expected: 'SyntaxError' },
  ),
  ...attacks(
    'source',
    {
      'a script that never gets to main': 'for (;;); function main() { return 1 }',
      'a main that never ends': 'function main() { for (;;); }',
      'a main that is a getter that waits':
        'Object.defineProperty(globalThis, "main", { get() { for (;;); } })',
    },
    { entry: 'main', expected: 'TimeoutError' },
  ),
  ...attacks(
    'source',
    {
      'a main that is declared twice': 'let main = 1; function main() {}',
      'a main that throws before it is there': 'throw new Error("x"); function main() {}',
      'a main that is a class': 'class main {}',
      'a main that is asynchronous': 'async function main() { return 1 }',
      'a main that is a generator': 'function* main() { yield 1 }',
      'a main that is a proxy': 'var main = new Proxy(function () {}, { apply() { throw 1 } })',
      'a main that replaces itself': 'function main() { main = () => 2; return 1 }',
      'a main that counts':
        'globalThis.count = (globalThis.count ?? 0) + 1; function main() { return count }',
    },
    { entry: 'main' },
  ),
]
