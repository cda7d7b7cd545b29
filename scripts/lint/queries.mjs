import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const message =
  'Only src/dataProvider writes keys of the cache: ask with useAnswer or useRead, and invalidate endpoints by name.'

/** Whether a file of the project asks the server by its endpoints. @param {string} file */
export const hasNoKeys = (file) => /^src\/(?!dataProvider\/)/.test(file)

/** No key of the cache is written by hand. */
const keys = {
  /** @param {{ filename: string, report: (problem: object) => void }} context */
  create(context) {
    if (!hasNoKeys(relative(root, context.filename).split(sep).join('/'))) return {}
    return {
      /** @param {{ name: string }} node */
      Identifier(node) {
        if (node.name === 'queryKey') context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'queries' }, rules: { keys } }
