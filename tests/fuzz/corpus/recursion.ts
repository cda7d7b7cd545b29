import { attacks } from './attack'

/** Scripts that recurse too deep. */
export const recursion = [
  ...attacks(
    'recursion',
    {
      'a function that calls itself': 'const f = () => f(); f()',
      'two functions that call each other': 'const f = () => g(), g = () => f(); f()',
      'a recursion with many arguments': 'const f = (...a) => f(...a, 1); f()',
      'a getter that reads itself': 'const o = { get a() { return this.a } }; return o.a',
      'a setter that writes itself': 'const o = { set a(x) { this.a = x } }; o.a = 1',
      'a toString that needs itself': 'const o = { toString() { return "" + this } }; return "" + o',
      'a valueOf that needs itself': 'const o = { valueOf() { return +this } }; return +o',
      'a proxy that asks itself': 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x',
      'a class that makes itself': 'class A { constructor() { new A() } } new A()',
      'a field that makes its class': 'class A { a = new A() } new A()',
      'a bound call of itself': 'let f = () => f.call(); f()',
      'apply of itself': 'const f = () => Reflect.apply(f, null, []); f()',
      'a sort that sorts': 'const f = () => [2, 1].sort(f); f()',
      'a replace that replaces': "const f = () => 'a'.replace(/a/, f); f()",
      'a map that maps': 'const f = () => [1].map(f); f()',
      'a generator of itself': 'function* f() { yield* f() } return [...f()]',
      'an evaluation of itself': "const f = () => eval('f()'); f()",
      'instanceof of itself':
        'const f = { [Symbol.hasInstance]: () => 1 instanceof f }; return 1 instanceof f',
      'a tag of itself': 'const f = () => f`x`; f()',
      'a species of itself':
        'const a = [1]; a.constructor = { [Symbol.species]: function () { return a.map((x) => x) } }; a.map((x) => x)',
    },
    { expected: 'RangeError' },
  ),
  ...attacks('recursion', {
    'a toJSON that returns itself': 'const o = { toJSON() { return { o: { ...o } } } }; return o',
    'a JSON text of a hundred thousand brackets':
      "return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)).length",
    'a JSON text of objects in objects': `return JSON.parse('{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5)).a`,
    'a deep list as the result': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a',
    'a deep object as the result': 'let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a',
    'a deep list on the console':
      'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.log(a); return 1',
    'a deep list thrown': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; throw a',
    'a deep list flattened':
      'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity).length',
    'a deep list as text': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return String(a)',
    'brackets to evaluate': "return eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))",
    'negations to evaluate': "return eval('!'.repeat(1e5) + '1')",
    'additions to evaluate': "return eval('1' + '+1'.repeat(1e5))",
    'arrows to evaluate': "return typeof eval('a=>'.repeat(1e4) + '1')",
    'blocks to evaluate': "return eval('{'.repeat(1e5) + '}'.repeat(1e5))",
    'groups of a pattern': "return new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')",
    'a chain of prototypes':
      'let o = {}; for (let i = 0; i < 1e6; i++) o = Object.create(o); return o.nothing',
    'a chain of bound functions': 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(); return f()',
    'a chain of proxies': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x',
    'a chain of texts, taken apart': "let s = ''; for (let i = 0; i < 1e6; i++) s = 'x' + s; return s.length",
    'a depth that a catch uses up':
      'let depth = 0; const f = () => { depth++; f() }; try { f() } catch { try { f() } catch { return depth > 0 } }',
  }),
]
