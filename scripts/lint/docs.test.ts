import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const SOURCES = ['contract', 'sandbox', 'server', 'src', 'scripts', 'tests'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(room, name)),
)

const headingsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** Headings of docs/rules.md in a source, such as `Rules, "Tags"`; the comment may wrap inside. */
const rulesIn = (source: string) =>
  [...read(source).matchAll(/\bRules,[\s*]+"([^"]+)"/g)].map(([, heading = '']) =>
    heading.replaceAll(/[\s*]+/g, ' '),
  )

test('every rule in a comment is a heading of the rules', () => {
  const headings = new Set(headingsOf('docs/rules.md'))
  const named = SOURCES.flatMap((source) => rulesIn(source).map((heading) => `${heading} (${source})`))
  expect(named).not.toEqual([])
  expect(named.filter((line) => !headings.has(line.replace(/ \([^(]*\)$/, '')))).toEqual([])
})

test.each(PAGES)('every link of %s leads to an existing file and heading', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
  const broken = targets.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !headingsOf(target).some((heading) => anchorOf(heading) === anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test.each(PAGES)('every source file in %s exists', (page) => {
  const named = [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)]
    .map(([, name = '']) => name)
    // The example of the guide for a new resource.
    .filter((name) => !/\bsites?\b/.test(name))
  expect(named.filter((name) => !SOURCES.some((source) => `/${source}`.endsWith(`/${name}`)))).toEqual([])
})
