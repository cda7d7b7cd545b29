import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serve } from '../support/serve'
import { aFolder, CALLS, callerOf, documentIn, programOf, run } from './calls'

const server = await serve()

/** Path of a program of an npm package. */
const binOf = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))

/** As strict as any project may be. */
const CONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: 'preserve',
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  },
  files: ['calls.ts'],
}

test('a TypeScript client that is generated from the document compiles strictly, and calls the server', async () => {
  const cwd = await aFolder('typescript')
  const document = await documentIn(cwd, server)
  const generate = ['--useUnknown', '--futureStripLegacyMethods', document, join(cwd, 'spaceport.ts')]
  await run(process.execPath, [binOf('oazapfts/dist/cli.js'), ...generate], { cwd })
  await copyFile(programOf('typescript/calls.ts'), join(cwd, 'calls.ts'))
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(CONFIG))
  await run(process.execPath, [binOf('typescript/lib/tsc.js'), '--project', cwd], { cwd })
  const said = await run(process.execPath, ['--import', 'tsx', 'calls.ts'], {
    cwd,
    env: await callerOf(server),
  })
  expect(said).toBe(CALLS)
})
