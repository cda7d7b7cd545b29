import { LOG_MAX } from './limits'

/**
 * Runs in the engine before the script: adds `console` and a repeatable `Math.random`, records which errors come from `JSON.parse` of
 * something that is not text, and keeps the globals that it needs, because the script may change them. Its value is a function that takes
 * the host's `log` and returns three others: `isWhole` checks that a text is one function and nothing else, `run` returns the JSON text of
 * the result of the script's function, or nothing for a promise, and `describe` describes a thrown value. `run` names the tags of a
 * connector's job: the text of a tag is its name, and their list finds one by it. Nothing of that is in their JSON.
 */
export const PRELUDE = /* js */ `(log) => {
  'use strict'
  const { parse, stringify } = JSON
  const { call } = Function.prototype
  const toText = call.bind(Function.prototype.toString)
  const slice = call.bind(String.prototype.slice)
  const [Text, AnyError, Deferred] = [String, Error, Promise]
  const parsed = new WeakSet()
  const [note, isNoted] = [call.bind(parsed.add), call.bind(parsed.has)]

  const { defineProperty } = Object
  const isList = Array.isArray
  const map = call.bind([].map)
  const searches = { includes: call.bind([].includes), indexOf: call.bind([].indexOf), lastIndexOf: call.bind([].lastIndexOf) }
  const hide = (owner, name, value) => defineProperty(owner, name, { value, writable: true, configurable: true })
  const nameOf = (tag) => (typeof tag === 'object' && tag !== null ? tag.name : tag)
  const nameTags = (tags) => {
    if (!isList(tags)) return
    for (let at = 0; at < tags.length; at++) {
      const tag = tags[at]
      if (typeof nameOf(tag) === 'string' && tag !== nameOf(tag)) hide(tag, 'toString', () => tag.name)
    }
    for (const name of ['includes', 'indexOf', 'lastIndexOf'])
      hide(tags, name, function (sought, ...from) {
        return searches[name](typeof sought === 'string' ? map(this, nameOf) : this, sought, ...from)
      })
  }

  let state = 0x9e3779b9
  Math.random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }

  JSON.parse = {
    parse(text, reviver) {
      try {
        return parse(text, reviver)
      } catch (error) {
        if (typeof text === 'object' && error instanceof AnyError) note(parsed, error)
        throw error
      }
    },
  }.parse

  const shown = (value) => {
    if (typeof value === 'string') return value
    try {
      if (value instanceof AnyError) return value.name + ': ' + value.message
      return (typeof value === 'object' && stringify(value)) || Text(value)
    } catch {
      return '(cannot be shown)'
    }
  }
  const write = (...values) => log(slice(values.map(shown).join(' '), 0, ${LOG_MAX.characters + 1}).replaceAll('\\0', '␀'))
  globalThis.console = { log: write, info: write, warn: write, error: write, debug: write }

  return {
    isWhole: (code, text) => typeof code === 'function' && toText(code) === text,
    run: (code, input, isJob) => {
      const given = parse(input)
      if (isJob) nameTags(given?.device?.tags)
      const value = code(given)
      return value instanceof Deferred ? undefined : (stringify(value) ?? 'null')
    },
    describe: (thrown) =>
      thrown instanceof AnyError
        ? {
            name: slice(Text(thrown.name), 0, 100),
            message: slice(Text(thrown.message), 0, 2000),
            stack: slice(Text(thrown.stack), 0, 10_000),
            isParsed: isNoted(parsed, thrown),
          }
        : { name: 'Error', message: slice(shown(thrown), 0, 2000), stack: '', isParsed: false },
  }
}`
