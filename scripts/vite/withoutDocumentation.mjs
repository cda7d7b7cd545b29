const TEXT = /(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/.source
const DESCRIPTION = new RegExp(`\\s*\\.describe\\(\\s*${TEXT},?\\s*\\)`, 'g')
const META = /\s*\.meta\(\{[^{}]*\}\)/g
const TAG = /\btag: '[^'\n]*',/g
const HEAVY = /\bisHeavy: true,/g
/** Matches the failures of an endpoint: each is the text of a status. */
const FAILURES = /\bfailures: \{[^{}]*\},/g
const SUMMARY = new RegExp(`\\bsummary:\\s*${TEXT},`, 'g')

/**
 * Removes from the console the parts of the contract that only the server needs: descriptions, names of schemas, examples, summaries,
 * failures and tags of its OpenAPI document, and which calls are heavy.
 * @returns {import('vite').Plugin}
 */
export function withoutDocumentation() {
  return {
    name: 'without-documentation',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/contract/') || id.includes('/node_modules/')) return null
      const shorter = [DESCRIPTION, META, SUMMARY, TAG, HEAVY, FAILURES].reduce(
        (text, what) => text.replaceAll(what, ''),
        code,
      )
      return { code: shorter, map: null }
    },
  }
}
