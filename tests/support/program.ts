import { dirname, join, relative } from 'node:path'
import { bundle, bundleServer } from '../../scripts/lib/bundle.mjs'
import { installed } from '../../server/installation'

/** Folders inside the project, so that Node finds the packages. */
const folderOf = (name: string) => installed('.cache', 'programs', String(process.pid), name)

const bundles = new Map<string, Promise<unknown>>()

/**
 * Bundles a program of the project once in this process, as the build does. Returns its path.
 * @param entry for example `server/main.ts`
 */
export async function programOf(entry: string): Promise<string> {
  const isOfServer = entry.startsWith('server/')
  const [base, folder] = isOfServer ? ['server', folderOf('server')] : [dirname(entry), folderOf(entry)]
  const bundled = bundles.get(folder) ?? (isOfServer ? bundleServer(folder) : bundle([entry], base, folder))
  bundles.set(folder, bundled)
  await bundled
  return join(folder, relative(base, entry).replace(/\.ts$/, '.mjs'))
}
