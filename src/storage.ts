/** A browser storage as the console uses it. */
interface Keeper {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
  keys: () => string[]
}

/** A storage that never throws. When the browser's storage is full or forbidden, the page keeps the value in memory. */
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
      // What was there before must not be found instead.
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

/** Whether the browser forbids to keep anything for this site: what is kept is gone when the page is. */
export function isStorageBlocked(): boolean {
  try {
    return !window.localStorage
  } catch {
    return true
  }
}

/** Lasts in this browser. */
export const localKeeper = keeperOver(() => window.localStorage)
/** Lasts until the tab closes. */
export const sessionKeeper = keeperOver(() => window.sessionStorage)
