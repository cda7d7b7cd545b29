import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import type { TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { follow, isThere } from './support/pages'
import { expect, test } from './support/test'

declare global {
  interface Window {
    /** Translated texts that the console has changed, which then disappear or break the page. */
    lost: string[]
  }
}

/** Wraps each text of the page in elements, like the translator of a browser, and records what React does to them. */
function translateAll() {
  window.lost = []
  const translations = new WeakMap<Node, Element>()
  const note = (what: string, text: Node) => {
    const place = translations.get(text)
    if (place)
      window.lost.push(`${what} “${text.nodeValue}” in ${place.parentElement?.outerHTML.slice(0, 300)}`)
  }
  const prototype = Node.prototype
  const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')
  Object.defineProperty(prototype, 'nodeValue', {
    ...value,
    set(this: Node, next: string) {
      note(`writes ${next} in place of`, this)
      value?.set?.call(this, next)
    },
  })
  // oxlint-disable-next-line typescript/unbound-method -- the proxy binds it
  prototype.removeChild = new Proxy(prototype.removeChild, {
    apply(remove, parent: Node, args: [Node]) {
      if (args[0].parentNode !== parent) note('removes', args[0])
      return Reflect.apply(remove, parent, args)
    },
  })
  // oxlint-disable-next-line typescript/unbound-method -- the proxy binds it
  prototype.insertBefore = new Proxy(prototype.insertBefore, {
    apply(insert, parent: Node, args: [Node, Node | null]) {
      const [, before] = args
      if (before && before.parentNode !== parent) note('inserts before', before)
      return Reflect.apply(insert, parent, args)
    },
  })
  const skipped = 'script, style, textarea, svg, [translate=no], .notranslate, font'
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest(skipped) || !text.nodeValue?.trim()) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      translations.set(text, outer)
      parent.replaceChild(outer, text)
    }
  }
  new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      for (const node of addedNodes) translate(node)
      if (target.nodeType === Node.TEXT_NODE) translate(target)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Opens pages of a sending device and all pages that show its data; each is translated while two messages arrive. */
async function expectToGoOn(
  page: Page,
  backend: Backend,
  addressesOf: (space: TestSpace, own: string) => Promise<string[]>,
) {
  await page.clock.install()
  await page.addInitScript(translateAll)
  const person = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'well-7' })
  const own = `/space/${space.id}/devices/${device.id}`
  const addresses = await addressesOf(space, own)
  let [open, answered] = [0, 0]
  page.on('request', () => (open += 1))
  const onEnd = () => {
    open -= 1
    answered += 1
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  let level = 1
  const send = () => backend.uplink(device, { body: { level, text: `level ${level}` } })
  await send()
  await backend.signIn(page, person)
  await page.goto('/spaces')
  for (const path of addresses) {
    await follow(page, path)
    await isThere(page, path)
    for (let round = 0; round < 2; round += 1) {
      level += 1
      await send()
      const before = answered
      await page.clock.fastForward(61_000)
      await expect.poll(() => answered > before && open === 0, path).toBe(true)
      if (path === own) await expect(page.getByText(`level ${level}`).first()).toBeVisible()
    }
    expect.soft(await page.evaluate(() => window.lost.splice(0)), path).toEqual([])
  }
}

test('a translated page of a device goes on when a value arrives, and so does its history', async ({
  page,
  backend,
}) => expectToGoOn(page, backend, async (_, own) => [own, `${own}?tab=history`]))

test('no translated page breaks, or keeps showing old data, when new data arrives', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  test.setTimeout(600_000)
  await expectToGoOn(page, backend, async (space, own) => [
    `${own}/console`,
    `/space/${space.id}/messages?live=true`,
    ...(await addressesOf(backend, space)),
  ])
})
