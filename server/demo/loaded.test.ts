import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Modules that a program loads at its start, and those that it loads later. */
async function loadedBy(entry: string) {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const [loaded, later] = [new Set([entry]), new Set<string>()]
  for (const file of loaded)
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      (kind === 'dynamic-import' ? later : loaded).add(path)
  return { loaded: [...loaded], later: [...later] }
}

test('a server without the demo loads neither its code nor its identity provider', async () => {
  const { loaded, later } = await loadedBy('server/main.ts')
  expect(loaded).toContain('server/services/devices/devices.ts')
  expect(loaded.filter((file) => /^server\/demo\/|^oidc-provider/.test(file))).toEqual([])
  expect(later.filter((file) => file.startsWith('server/demo/'))).toEqual(['server/demo/index.ts'])
})

test('nor does any of its commands', async () => {
  for (const command of ['doctor', 'backup', 'restore', 'recover', 'archive', 'distribute']) {
    const { loaded, later } = await loadedBy(`server/commands/${command}.ts`)
    expect([...loaded, ...later].filter((file) => /^server\/demo\/|^oidc-provider/.test(file))).toEqual([])
  }
})
