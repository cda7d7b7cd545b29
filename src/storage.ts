/** The part of `Storage` that the console uses. */
interface Keeper {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
  keys: () => string[]
}

/** A storage that never throws. If the browser's storage is full or blocked, the page keeps the value in memory. */
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
      if (isKept) return
      // Otherwise the old value would be found instead.
      attempt((storage) => storage.removeItem(key), undefined)
      memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}

/** Whether the browser blocks storage for this site; values are then lost with the page. */
export function isStorageBlocked(): boolean {
  try {
    return !window.localStorage
  } catch {
    return true
  }
}

/** Kept in this browser. */
export const localKeeper = keeperOver(() => window.localStorage)
/** Kept until the tab closes. */
export const sessionKeeper = keeperOver(() => window.sessionStorage)
