// Globals that web workers and Node share. Where their own types are known, those are used instead.

declare function setTimeout(callback: () => void, milliseconds: number): unknown
declare function clearTimeout(timer: unknown): void
declare const performance: { now: () => number }

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted: () => void
  addEventListener: (type: 'abort', listener: () => void, options?: { once: boolean }) => void
  removeEventListener: (type: 'abort', listener: () => void) => void
}

declare namespace WebAssembly {
  class Module {
    readonly [Symbol.toStringTag]: string
  }
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
  }
  type Imports = Record<string, Record<string, unknown>>
  type Exports = Record<string, unknown>
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }
}
