import { attacks } from './attack'

/** Scripts that take all the memory they can get. */
export const memory = attacks('memory', {
  'arrays of arrays': 'const all = []; for (;;) all.push(new Array(1000).fill(1))',
  'a text that doubles': "let s = 'x'; for (;;) s += s",
  'a text that doubles and is used': "let s = 'x'; for (;;) { s += s; s.charCodeAt(s.length - 1) }",
  'a repeated text': "return 'x'.repeat(2 ** 29)",
  'a padded text': "return 'x'.padEnd(2 ** 29, 'abc')",
  'a text of the largest length': "return 'x'.repeat(2 ** 30 - 1) + 'y'",
  'many long texts': "const all = []; for (let i = 0; ; i++) all.push('x'.repeat(1e6) + i)",
  'objects without end': 'const all = []; for (let i = 0; ; i++) all.push({ i })',
  'a list that links to itself': 'let o = null; for (;;) o = { o }',
  'properties without end': "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
  'a map without end': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})',
  'a set without end': 'const s = new Set(); for (let i = 0; ; i++) s.add({})',
  'a weak map that keeps its keys':
    'const m = new WeakMap(), keys = []; for (;;) { const k = {}; keys.push(k); m.set(k, {}) }',
  'symbols without end': 'const all = []; for (let i = 0; ; i++) all.push(Symbol.for("s" + i))',
  'closures without end': 'let f = () => 1; for (;;) { const g = f; f = () => g }',
  'bound functions without end': 'let f = () => 1; for (;;) f = f.bind(null, f)',
  'proxies of proxies': 'let p = {}; for (;;) p = new Proxy(p, {})',
  'promises without end': 'const all = []; for (;;) all.push(new Promise(() => {}))',
  'one promise upon another': 'let p = Promise.resolve(); for (;;) p = p.then(() => 1)',
  'generators without end':
    'const all = []; for (;;) { const g = (function* () { yield 1 })(); g.next(); all.push(g) }',
  'one huge buffer': 'return new ArrayBuffer(2 ** 31 - 1).byteLength',
  'a buffer beyond all limits': 'return new ArrayBuffer(2 ** 53 - 1).byteLength',
  'many buffers': 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))',
  'a buffer that may grow':
    'const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); for (let i = 1; ; i *= 2) b.resize(i)',
  'typed arrays': 'const all = []; for (;;) all.push(new Float64Array(1e5))',
  'an array of the largest length, filled': 'return new Array(4294967295).fill(0)',
  'an array from a length': 'return Array.from({ length: 1e9 }).length',
  'a spread of many': 'return Math.max(...new Array(1e8))',
  'arguments without end': 'return String.fromCharCode.apply(null, new Array(1e8).fill(65))',
  'concat that doubles': 'let a = [1]; for (;;) a = a.concat(a)',
  'flatMap that doubles': 'let a = [1]; for (;;) a = a.flatMap((x) => [x, x])',
  'a split of a long text': "return 'x'.repeat(3e7).split('').length",
  'matches of a long text': "return 'x'.repeat(3e7).match(/x/g).length",
  'a replace that multiplies': "let s = 'xx'; for (;;) s = s.replace(/x/g, '$&$&$&')",
  'a pattern with huge counts': "return new RegExp('((a{1,1000}){1,1000}){1,1000}').test('a')",
  'a JSON text that doubles': 'let s = "[1]"; for (;;) s = JSON.stringify([s, s])',
  'an indent of ten on deep data':
    'let o = 1; for (let i = 0; i < 300; i++) o = [o, o.length]; return JSON.stringify(Array(1e5).fill(o), null, 10)',
  'a big integer that doubles its length': 'let x = 1n; for (let i = 1n; ; i *= 2n) x = 1n << i',
  'errors with long stacks':
    'const all = []; const f = (n) => n ? f(n - 1) : all.push(new Error()); for (;;) f(50)',
  'out of memory, caught again and again':
    "const all = []; for (;;) try { for (;;) all.push(new Array(1000).fill('x')) } catch {}",
  'out of memory, then an honest answer':
    "try { const all = []; for (;;) all.push('x'.repeat(1e6) + all.length) } catch {} return 'still here'",
  'out of memory in a finally':
    'const all = []; try { for (;;) all.push(new Array(1000).fill(1)) } finally { for (;;) all.push({}) }',
  'out of memory in toJSON':
    'return { toJSON() { const all = []; for (;;) all.push(new Array(1000).fill(1)) } }',
  'holes of a fragmented heap':
    "let all = []; for (let n = 1; ; n++) { all.push('x'.repeat(n * 1000) + n); if (n % 2) all = all.filter((_, i) => i % 2) }",
})
