import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { path } from '../../lib/project.mjs'
import { pageOf } from './page.mjs'

/** @typedef {import('./page.mjs').Group} Group */

/** The index of the documentation: its headings are the groups of the navigation, its lists their guides. */
const INDEX = 'docs/README.md'
/** Guides outside of docs/. */
const OTHERS = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** What the server itself serves. The documentation has it as code, because it is no file of the repository. */
const REFERENCE = '/v2/documentation'

/** @param {string} source */
const nameOf = (source) =>
  source === INDEX ? 'index.html' : posix.basename(source).toLowerCase().replace(/md$/, 'html')

/** Files in the repository by the page that is made of them. @returns {Map<string, string>} */
function pages() {
  const docs = readdirSync(path('docs')).filter((name) => name.endsWith('.md'))
  return new Map([...docs.map((name) => `docs/${name}`), ...OTHERS].map((source) => [source, nameOf(source)]))
}

/** Browsers show other files as text. @param {string} source */
const copyOf = (source) => source.replace(/^docs\//, '').replace(/(?<!\.png)$/, '.txt')

const read = (/** @type {string} */ source) => readFileSync(path(...source.split('/')))

/** @param {string} text */
const withScrolling = (text) =>
  text
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<th></th>', '<td></td>')

/**
 * The pages of the guides, and what they show and link to, by their path in the folder of the guides.
 * @returns {Map<string, string | Buffer>}
 */
export function makeGuides() {
  const sources = pages()
  /** @type {Map<string, string | Buffer>} */
  const files = new Map([['guide.css', read('scripts/vite/guides/guide.css')]])

  /** Where a link of a guide leads to; null for files that the pages do not have. @param {string} source @param {string} href */
  function targetOf(source, href) {
    if (/^([a-z]+:|#)/.test(href)) return href
    const [file = '', anchor] = href.split('#')
    const target = posix.join(posix.dirname(source), file)
    const page = sources.get(target)
    if (page) return anchor === undefined ? page : `${page}#${anchor}`
    if (!target.startsWith('docs/') || !existsSync(path(...target.split('/')))) return null
    files.set(copyOf(target), read(target))
    return copyOf(target)
  }

  /** @param {string} source */
  const markedFor = (source) =>
    new Marked(gfmHeadingId(), {
      renderer: {
        link({ href, tokens }) {
          const text = this.parser.parseInline(tokens)
          const target = targetOf(source, href)
          return target === null ? text : `<a href="${target}">${text}</a>`
        },
        image: ({ href, text }) =>
          `<img src="${targetOf(source, href) ?? href}" alt="${text}" loading="lazy" />`,
        codespan: ({ text }) => text === REFERENCE && `<a href="${text}"><code>${text}</code></a>`,
      },
      hooks: { postprocess: withScrolling },
    })

  const groups = groupsOf(read(INDEX).toString(), (href) => targetOf(INDEX, href))
  for (const [source, file] of sources) {
    const html = markedFor(source).parse(read(source).toString(), { async: false })
    const headings = getHeadingList()
    const title = headings.find(({ level }) => level === 1)?.text ?? file
    const parts = source === INDEX ? [] : headings.filter(({ level }) => level === 2)
    files.set(file, pageOf({ title, html, parts, file, groups }))
  }
  return files
}

/** The groups of the index. @param {string} index @param {(href: string) => string | null} targetOf @returns {Group[]} */
function groupsOf(index, targetOf) {
  /** @type {Group[]} */
  const groups = []
  for (const token of new Marked().lexer(index)) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, guides: [] })
    if (token.type !== 'list') continue
    for (const { text } of token.items) {
      const [, name = '', href = ''] = /^\[([^\]]+)\]\(([^)]+)\)/.exec(text) ?? []
      const to = href ? targetOf(href) : text.includes(REFERENCE) && REFERENCE
      if (!to) throw new Error(`${INDEX} leads to no guide: ${text}`)
      groups.at(-1)?.guides.push({ text: name || text.replace(/:.*/s, ''), to })
    }
  }
  return groups
}
