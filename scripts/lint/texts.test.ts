import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Number of texts without an element that the rule finds in each of these files. */
function foundIn(files: Record<string, string>) {
  const plugin = join(root, 'scripts/lint/texts.mjs')
  const config = join(folder, 'oxlintrc.json')
  writeFileSync(
    config,
    JSON.stringify({
      jsPlugins: [plugin],
      categories: { correctness: 'off' },
      rules: { 'texts/own-element': 'error' },
    }),
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.tsx`), text)
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format=unix', folder],
    { encoding: 'utf8' },
  )
  const count = (name: string) => stdout.split('\n').filter((line) => line.includes(`${name}.tsx:`)).length
  return Object.fromEntries(Object.keys(files).map((name) => [name, count(name)]))
}

it('a text that appears, disappears or changes beside others needs an element, and so does a returned text', () => {
  const found = foundIn({
    comes: 'const a = <p><b />{isNew && translate("new")}</p>',
    isEither: 'const a = <p><b />{isNew ? <i /> : "old"}</p>',
    isBehind: 'const a = <p>{isNew && <b />} text</p>',
    isBehindKeyed: 'const a = <p><b key={time} />)</p>',
    changes: 'const a = <p>{translate("count", { count })} <b /></p>',
    changesBehindSpace: 'const a = <p>{" "}{translate("count", { count })}</p>',
    isInFragment: 'const a = <p>{isNew && <>(<b />{" "}</>}</p>',
    isInEither: 'const a = <p>{isNew ? <><b />{translate("new")}</> : null}</p>',
    isInReturned: 'function Count() { return <><b />{", "}</> }',
    isInInner: 'const a = <p>{isNew && <><>new</><b /></>}</p>',
    isReturned: 'function Count() { return translate("count") }',
    isReturnedShortly: 'const Count = () => translate("count")',
  })
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 1])))
})

it('a text that is alone in its element, or constant, needs no other element', () => {
  const found = foundIn({
    isAlone: 'const a = <p>{isNew ? translate("new") : translate("old")}</p>',
    isWrapped: 'const a = <p><b />{isNew && <span>{translate("new")}</span>}</p>',
    isSame: 'const a = <p>{translate("name")}: <b /></p>',
    isFunction: 'const textOf = () => translate("count")',
    isInWhole: 'const a = <Field label={<>{translate("name")} <b /></>} />',
    isElement: 'function Count() { return <b>{translate("count")}</b> }',
  })
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 0])))
})
