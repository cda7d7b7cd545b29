import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newVariant } from 'quickjs-emscripten-core'

const PAGE_BYTES = 64 * 1024
const PAGES_PER_MEGABYTE = 16
/** Memory of the engine at its start, in pages. */
const FIRST_PAGES = 256

/**
 * QuickJS with limited memory. Whether it sufficed is recorded where the engine asks for more, because a script's error proves nothing: any
 * script can throw an "out of memory", and without memory for an error it is `null`.
 * @param module compiled QuickJS
 * @param megabytes at least 16; QuickJS's own limit stops only single large allocations
 */
export function limitMemory(module: WebAssembly.Module, megabytes: number) {
  const maximum = Math.max(FIRST_PAGES, megabytes * PAGES_PER_MEGABYTE)
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  let wasShort = false
  const limited = newVariant(variant, {
    emscriptenModule: {
      wasmMemory: memory,
      instantiateWasm(imports, onSuccess) {
        for (const members of Object.values(imports))
          for (const [name, member] of Object.entries(members)) {
            if (typeof member !== 'function') continue
            members[name] = (...values: unknown[]): unknown => {
              const answer: unknown = Reflect.apply(member, undefined, values)
              // Only the request for more memory returns a boolean.
              wasShort ||= answer === false
              return answer
            }
          }
        const instance = new WebAssembly.Instance(module, imports)
        onSuccess(instance)
        return instance.exports
      },
    },
  })
  return {
    limited,
    memory,
    isFull: () => memory.buffer.byteLength === maximum * PAGE_BYTES,
    /** Whether the engine has asked for more than there is, since the last `forget`. */
    wasShort: () => wasShort,
    forget: () => void (wasShort = false),
  }
}
