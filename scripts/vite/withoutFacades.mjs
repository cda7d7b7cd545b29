/** A chunk that only passes on names of another one. */
const FACADE = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/
/** A dynamic import of a chunk. */
const IMPORT = /import\([`"']\.\/([^`"']+)[`"']\)/g
/** The name of a chunk in a list of what an import preloads. */
const LISTED = /"(assets\/[^"]+\.js)"/g

/** The object that such a chunk would be, made of the one that has its names. @param {string} names */
const namespaceOf = (names) =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([there = '', here = there]) => `${here}:e.${there}`)
    .join()

/**
 * Imports what is in a group of `chunks.mjs` from the group itself. The bundler makes a chunk for each module of a group that is imported
 * dynamically, with nothing in it but the names: each costs a request before the first page.
 * @returns {import('vite').Plugin}
 */
export function withoutFacades() {
  return {
    name: 'without-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const needed = new Set(chunks.flatMap(({ imports }) => imports))
        const facades = new Map(
          chunks.flatMap(({ fileName, isEntry, code }) => {
            const [, names, target] = (!isEntry && !needed.has(fileName) && FACADE.exec(code)) || []
            return names && target ? [[fileName, { names, target }]] : []
          }),
        )
        for (const chunk of chunks) {
          chunk.code = chunk.code
            .replaceAll(IMPORT, (whole, name) => {
              const { names, target } = facades.get(`assets/${name}`) ?? {}
              return names ? `import("./${target}").then(e=>({${namespaceOf(names)}}))` : whole
            })
            .replaceAll(LISTED, (whole, name) => {
              const target = facades.get(name)?.target
              return target ? `"assets/${target}"` : whole
            })
        }
        for (const name of facades.keys()) delete bundle[name]
      },
    },
  }
}
