import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guideAddress } from '../../../src/addresses'
import { SECTIONS } from '../../../src/components/page/sections'
import { registry } from '../../../src/resources/registry'
import { makeGuides } from './make.mjs'

const files = makeGuides()
const pages = [...files].flatMap(([name, content]) =>
  name.endsWith('.html') ? [[name, String(content)]] : [],
)
const contentOf = (name: string) => String(files.get(name) ?? '')
const allOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/** What the build or the server adds beside the pages. */
const BESIDE = new Set(['../', 'licences.txt', '/v2/documentation', 'data:,'])

/** Whether a link of a page leads to a page or file, and to a heading in it. */
function leads(page: string, href: string) {
  if (BESIDE.has(href) || /^https?:/.test(href)) return true
  const [name = '', anchor] = href.split('#')
  const target = name === '' ? page : name
  return files.has(target) && (anchor === undefined || allOf(contentOf(target), 'id').includes(anchor))
}

test.each(pages)('no link of %s is dead', (page, html) => {
  const links = [...allOf(html, 'href'), ...allOf(html, 'src')]
  expect(links.filter((href) => !leads(page, href))).toEqual([])
})

test.each(pages)('%s has a title, unique ids, and neither scripts nor styles of its own', (_page, html) => {
  expect(html).toMatch(/<title>[^<]+<\/title>[\s\S]*<h1 /)
  const ids = allOf(html, 'id')
  expect(ids).toEqual([...new Set(ids)])
  expect(html).not.toMatch(/<script|<style| style=| on\w+="/)
})

test.each(pages)('the navigation of %s has every guide once, and marks the page itself', (page, html) => {
  const navigation = html.slice(html.indexOf('<nav class="guides"'), html.indexOf('</nav>'))
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md')
  const listed = allOf(navigation, 'href')
  expect(listed[0]).toBe('devices.html')
  expect(listed).toEqual([...new Set(listed)])
  expect(listed).toEqual(expect.arrayContaining(guides.map((name) => name.replace('.md', '.html'))))
  const marked = navigation.match(/<a href="([^"]+)" aria-current="page">/)?.[1]
  expect(marked).toBe(page === 'index.html' ? undefined : page)
})

test('each page of the console leads to a part of the guides that exists', () => {
  const dead = [...SECTIONS.values()].filter(
    ({ guide }) => !leads('', guideAddress(guide).replace('/guide/', '')),
  )
  expect(dead).toEqual([])
})

test('each resource of the console has its part of the guides', () => {
  const missing = registry.filter(({ name, path }) => !SECTIONS.has(path ? `admin/${path}` : name))
  expect(missing.map(({ name }) => name)).toEqual([])
})
