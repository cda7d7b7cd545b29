import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { circlesIn, folderCirclesIn } from './circles.mjs'

const files = ['contract', 'sandbox', 'scripts', 'server', 'src', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
)
const project = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

describe('circles', () => {
  it.each([
    ['static imports', "import { b } from './b'", "import { a } from '.'"],
    ['types', "import type { B } from './b'", "export type { A } from '.'"],
    ['several lines', "import {\n  b,\n  c,\n} from './b'", "import './index'"],
    ['what is loaded later', "const b = () => import('./b')", "import { a } from '#contract/a'"],
  ])('are detected in %s', (_kind, a, b) => {
    const texts = new Map([
      ['contract/a/index.ts', a],
      ['contract/a/b.tsx', b],
    ])
    expect(circlesIn(texts)).toEqual([['contract/a/index.ts', 'contract/a/b.tsx', 'contract/a/index.ts']])
  })

  it('do not exist in the project', () => {
    expect(files).toContain('server/main.ts')
    expect(circlesIn(project)).toEqual([])
  })
})

describe('circles between folders', () => {
  it('are detected even without a circle between files', () => {
    const texts = new Map([
      ['src/a/one.ts', "import { two } from '../b/two'"],
      ['src/b/two.ts', ''],
      ['src/b/deep/three.ts', "import type { Top } from '../../top'"],
      ['src/b/four.test.ts', "import { five } from '../c/five'"],
      ['src/c/five.ts', "import { two } from '../b/two'"],
      ['src/top.ts', "const one = () => import('./a/one')"],
    ])
    expect(circlesIn(texts)).toEqual([])
    expect(folderCirclesIn('src/b', texts)).toEqual([])
    expect(folderCirclesIn('src', texts)).toEqual([
      ['src/a/one.ts > src/b/two.ts', 'src/b/deep/three.ts > src/top.ts', 'src/top.ts > src/a/one.ts'],
    ])
  })

  it.each(['contract', 'sandbox', 'src', 'src/components', 'src/resources', 'src/pages', 'src/layout'])(
    'do not exist in %s',
    (base) => {
      expect(files.some((file) => file.startsWith(`${base}/`))).toBe(true)
      expect(folderCirclesIn(base, project)).toEqual([])
    },
  )
})
