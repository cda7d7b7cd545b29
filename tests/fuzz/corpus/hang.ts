import { attacks } from './attack'

/** Scripts that never end. */
export const hang = [
  ...attacks(
    'hang',
    {
      'an empty loop': 'while (true);',
      'an empty for': 'for (;;);',
      'do and while': 'do {} while (1)',
      'a labelled continue': 'outer: for (;;) { for (;;) continue outer }',
      'a loop that catches all': 'for (;;) { try { for (;;); } catch {} }',
      'a finally that starts anew': 'for (;;) { try { throw 1 } finally { continue } }',
      'a generator that never ends': 'function* f() { for (;;) yield 1 } for (const x of f());',
      'an iterator that never ends':
        'for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });',
      'a spread of an endless iterator': 'return Math.max(...(function* () { for (;;) yield* [] })())',
      'destructuring of an endless iterator':
        'const [...all] = (function* () { for (;;) yield* [] })(); return all',
      'an array made of an endless iterator': 'return Array.from((function* () { for (;;) yield* [] })())',
      'a map that grows while it is walked':
        'const m = new Map([[0, 0]]); let i = 0; for (const [k] of m) { m.delete(k); m.set(++i, 0) }',
      'a set that grows while it is walked':
        'const s = new Set([0]); let i = 0; s.forEach((x) => { s.delete(x); s.add(++i) })',
      'a sort whose order never settles by time':
        'const a = Array.from({ length: 1e5 }, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5)',
      'a replace without end': "let s = 'a'; for (;;) s = s.replace(/a/, 'a')",
      'counting with big integers': 'let i = 0n; for (;;) i += 1n',
      'a power of big integers': 'let x = 3n; for (;;) x = (x ** 3n) % (10n ** 2000n)',
      'a wait for the clock': 'const end = Date.now() + 1e9; while (Date.now() < end);',
      'parsing again and again': "for (;;) JSON.parse('[1,2,3]')",
      'evaluating again and again': "for (;;) eval('1')",
      'making functions again and again': "for (;;) new Function('return 1')",
      'a getter that waits': 'const o = { get a() { for (;;); } }; return o.a',
      'a setter that waits': 'const o = { set a(x) { for (;;); } }; o.a = 1',
      'a conversion to a number that waits': 'return +{ valueOf() { for (;;); } }',
      'a conversion to a text that waits': 'return `${{ toString() { for (;;); } }}`',
      'a conversion by symbol that waits': 'return 1 + { [Symbol.toPrimitive]() { for (;;); } }',
      'instanceof that waits': 'return 1 instanceof { [Symbol.hasInstance]() { for (;;); } }',
      'a proxy that waits': 'return new Proxy({}, { get() { for (;;); } }).x',
      'a class whose field waits': 'class A { x = (() => { for (;;); })() } return new A()',
      'a static block that waits': 'class A { static { for (;;); } }',
      'a default value that waits': 'return ((a = (() => { for (;;); })()) => a)()',
      'a tag that waits': '((strings) => { for (;;); })`x`',
      'a comparison of a sort that waits': 'return [2, 1].sort(() => { for (;;); })',
      'a replacer that waits': 'return JSON.stringify({ a: 1 }, () => { for (;;); })',
      'a reviver that waits': "return JSON.parse('[1]', () => { for (;;); })",
      'a toJSON that waits': 'return { toJSON() { for (;;); } }',
      'an error whose message waits': 'throw { __proto__: Error.prototype, get message() { for (;;); } }',
      'an error whose name waits':
        'const e = new Error(); Object.defineProperty(e, "name", { get() { for (;;); } }); throw e',
      'an error whose stack waits':
        'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e',
      'a thrown object whose text waits': 'throw { toJSON() { for (;;); } }',
      'a console line whose text waits': 'console.log({ toJSON() { for (;;); } })',
      'a symbol property named by a wait': 'return { [{ toString() { for (;;); } }]: 1 }',
    },
    { expected: 'TimeoutError' },
  ),
  ...attacks('hang', {
    // The engine looks at the clock between instructions; these are one instruction.
    'join of a hundred million holes': 'return new Array(1e8).join("x").length',
    'forEach over four billion holes': 'new Array(4294967295).forEach(() => {})',
    'includes in four billion holes': 'return new Array(4294967295).includes(1)',
    'indexOf in an object that says it is long':
      'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'lastIndexOf in an object that says it is long':
      'return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'reverse of an object that says it is long':
      'return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })',
    'fill of an object that says it is long': 'return Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)',
    'copyWithin of an object that says it is long':
      'return Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)',
    'unshift of an object that says it is long':
      'return Array.prototype.unshift.call({ length: 2 ** 53 - 10 }, 1)',
    'splice of an object that says it is long':
      'return Array.prototype.splice.call({ length: 2 ** 53 - 10 }, 0, 1)',
    'sort of four billion holes': 'return new Array(4294967295).sort().length',
    'flat of four billion holes': 'return new Array(4294967295).flat().length',
    'filling typed arrays': 'const a = new Uint8Array(4e7); for (;;) a.fill(1)',
    'sorting typed arrays': 'const a = new Float64Array(4e6).map(Math.random); for (;;) a.sort()',
    'a text searched in a long text': "const s = 'a'.repeat(1e7); for (;;) (s + 'b').indexOf('ab' + s)",
    'recursion in finally': 'const f = () => { try { f() } finally { f() } }; f()',
    'recursion in catch': 'const f = () => { try { f() } catch { f() } }; f()',
    'a huge product of big integers':
      'let x = 3n; for (let i = 0; i < 30; i++) x *= x; return String(x).length',
    'a huge power of a big integer': 'return String(7n ** 10000000n).length',
    'a big integer from a long text': "return String(BigInt('9'.repeat(1e6))).length",
  }),
]
