import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { circlesIn } from './circles.mjs'

describe('circles', () => {
  it.each([
    ['static imports', "import { b } from './b'", "import { a } from '.'"],
    ['types', "import type { B } from './b'", "export type { A } from '.'"],
    ['several lines', "import {\n  b,\n  c,\n} from './b'", "import './index'"],
    ['what is loaded later', "const b = () => import('./b')", "import { a } from '#contract/a'"],
  ])('are seen in %s', (_kind, a, b) => {
    const texts = new Map([
      ['contract/a/index.ts', a],
      ['contract/a/b.tsx', b],
    ])
    expect(circlesIn(texts)).toEqual([['contract/a/index.ts', 'contract/a/b.tsx', 'contract/a/index.ts']])
  })

  it('are nowhere in the project', () => {
    const files = ['contract', 'sandbox', 'scripts', 'server', 'src', 'tests'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|mjs)$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    expect(files).toContain('server/main.ts')
    expect(circlesIn(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
  })
})
