/** What this console uses of a storage of the browser. */
interface Keeper {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
  keys: () => string[]
}

/** A storage that never throws: what the browser refuses to keep, because it is full or forbidden, this page keeps. */
function keeperOver(open: () => Storage): Keeper {
  const memory = new Map<string, string>()
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      memory.delete(key)
      const isKept = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!isKept) memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}

/** Stays in this browser. */
export const localKeeper = keeperOver(() => window.localStorage)
/** Stays until the tab closes. */
export const sessionKeeper = keeperOver(() => window.sessionStorage)
