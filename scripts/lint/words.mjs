import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The words which are out, as the last column of the tables of docs/glossary.md has them. @param {string} glossary */
export function wordsOut(glossary) {
  const cells = [...glossary.matchAll(/^\|.*\| ([^|]*) \|$/gm)].map(([, cell = '']) => cell)
  /** @param {RegExp} pattern */
  const all = (pattern) =>
    new Set(cells.flatMap((cell) => [...cell.matchAll(pattern)].map(([, word = '']) => word)))
  return { names: all(/`([^`]+)`/g), texts: all(/"([^"]+)"/g) }
}

const { names } = wordsOut(readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'))

/** A word of a name which is out, also as a plural. @param {string} name */
export const wordOut = (name) =>
  name
    .split(/(?=[A-Z][a-z])|[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .find((word) => names.has(word) || names.has(word.replace(/s$/, '')))

/** Names that a file gives have no word which is out. */
const declared = {
  /** @param {{ filename: string, report: (problem: object) => void }} context */
  create(context) {
    /** @param {{ name?: string } | null | undefined} node @param {object} at */
    const check = (node, at) => {
      const word = node?.name && wordOut(node.name)
      if (word)
        context.report({ node: at, message: `"${word}" is out: docs/glossary.md has the word for it.` })
    }
    /** @param {{ id?: { name?: string } | null }} node */
    const byId = (node) => check(node.id, node)
    /** @param {{ key?: { name?: string } | null }} node */
    const byKey = (node) => check(node.key, node)
    /** @param {{ params: { name?: string }[] }} node */
    const byParameters = (node) => {
      for (const parameter of node.params) check(parameter, parameter)
    }
    return {
      /** @param {object} node */
      Program(node) {
        check({ name: basename(context.filename).replace(/\..*$/, '') }, node)
      },
      /** @param {{ id?: { name?: string } | null, params: { name?: string }[] }} node */
      FunctionDeclaration(node) {
        byId(node)
        byParameters(node)
      },
      ArrowFunctionExpression: byParameters,
      FunctionExpression: byParameters,
      ClassDeclaration: byId,
      VariableDeclarator: byId,
      TSInterfaceDeclaration: byId,
      TSTypeAliasDeclaration: byId,
      TSPropertySignature: byKey,
      TSMethodSignature: byKey,
      PropertyDefinition: byKey,
      MethodDefinition: byKey,
    }
  },
}

export default { meta: { name: 'words' }, rules: { declared } }
