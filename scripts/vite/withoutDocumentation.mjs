const TEXT = /(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/.source
const DESCRIPTION = new RegExp(`\\s*\\.describe\\(\\s*${TEXT},?\\s*\\)`, 'g')
const SUMMARY = new RegExp(`\\bsummary:\\s*${TEXT},`, 'g')

/**
 * Leaves out of the console what the contract says for the OpenAPI document only, which the server makes.
 * @returns {import('vite').Plugin}
 */
export function withoutDocumentation() {
  return {
    name: 'without-documentation',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/contract/') || id.includes('/node_modules/')) return null
      return { code: code.replaceAll(DESCRIPTION, '').replaceAll(SUMMARY, "summary: '',"), map: null }
    },
  }
}
