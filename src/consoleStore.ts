import { localStorageStore, type Store } from 'react-admin'

const local = localStorageStore('1', 'console')

/** React-admin's store. Signing out clears it, except for the settings of tables. Rules, "Preferences". */
export const consoleStore: Store = {
  ...local,
  reset() {
    for (const key of Object.keys(local.listItems?.() ?? {}))
      if (!key.startsWith('table.')) local.removeItem(key)
  },
}
