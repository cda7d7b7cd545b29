import { localStorageStore, type Store } from 'react-admin'

const local = localStorageStore('1', 'console')

/** Settings of a table stay with the browser; what else react-admin keeps belongs to the person. */
const staysAfterLogout = (key: string) => key.startsWith('table.')

/** What react-admin keeps in this browser; signing out forgets it, except for the settings of tables. Spec 1, sections 3 and 4. */
export const consoleStore: Store = {
  ...local,
  reset() {
    for (const key of Object.keys(local.listItems?.() ?? {}))
      if (!staysAfterLogout(key)) local.removeItem(key)
  },
}
