import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { messagesApi } from '#contract/messages'
import {
  type ApiRequest,
  commandOf,
  KEY_VARIABLE,
  requestOf,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
} from '../../src/components/snippets/commands'
import { aDevice, aKey } from '../support/builders'
import { serveSpace } from '../support/serve'

const run = promisify(execFile)
const { server, space } = await serveSpace()
const base = `${await server.listen()}/v2`
const inSpace = { spaceId: space.id }

const PROGRAMS: Record<SnippetLanguage, [file: string, option: string]> = {
  curl: ['sh', '-c'],
  javascript: [process.execPath, '-e'],
  python: ['python3', '-c'],
}

/** Runs a command exactly as it is shown; returns its output. */
async function output(language: SnippetLanguage, request: ApiRequest, key?: string, env = {}) {
  const [file, option] = PROGRAMS[language]
  const { stdout } = await run(file, [option, commandOf(language, request, key)], {
    env: { PATH: process.env.PATH, ...env },
  })
  return stdout
}

/** Values that could end a literal, start a command, or have several notations. */
const HOSTILE = [
  `it's "quoted" and \`ticked\``,
  '$(exit 1) $HOME ${HOME} !! %s %25 \\ \\n \\u0041 \\x41',
  "'; exit 1; '",
  '"; raise SystemExit; "',
  '*/ // # -- \u2028\u2029\u200f\ufeff{braces} [brackets] @file <tag> &amp; ; | & ~',
  'Žluťoučký kůň 🐴 e\u0301 漢字',
  'two\nlines\tand\rmore',
  '\\\'\\"\\`',
]

describe.each(SNIPPET_LANGUAGES)('the command in %s', (language) => {
  test('lists what the key may read', async () => {
    const device = await aDevice(server, space)
    const key = await aKey(server, space, { permissions: ['space:device:read'] })
    const request = requestOf(base, devicesApi.list, { params: inSpace, query: { limit: 1 } })
    const written = await output(language, request, key.id)
    expect(JSON.parse(written)).toMatchObject([{ id: device.id }])
  })

  test('takes the key from the environment', async () => {
    const key = await aKey(server, space, { permissions: ['space:message:read'] })
    const query = { limit: 1, after: '2026-01-01T00:00:00.000Z' }
    const request = requestOf(base, messagesApi.list, { params: inSpace, query })
    expect((await output(language, request, undefined, { [KEY_VARIABLE]: key.id })).trim()).toBe('[]')
  })

  test.each(HOSTILE)('sends %j unchanged in the body', async (text) => {
    const key = await aKey(server, space, { permissions: ['space:device:read', 'space:device:update'] })
    const device = await aDevice(server, space)
    const params = { ...inSpace, deviceId: device.id }
    const body = { name: device.name, comment: text, label: { [text]: text }, tags: [] }
    const written = await output(language, requestOf(base, devicesApi.update, { params, body }), key.id)
    expect(JSON.parse(written)).toMatchObject({ comment: text, label: { [text]: text } })
  })

  test('sends all of them unchanged in the query', async () => {
    const key = await aKey(server, space, { permissions: ['space:device:read'] })
    const query = { limit: 10, name: HOSTILE.join(' ') }
    const search = requestOf(base, devicesApi.list, { params: inSpace, query })
    expect((await output(language, search, key.id)).trim()).toBe('[]')
  })

  test('fails with the sentence of the server when it is refused', async () => {
    const key = await aKey(server, space, { permissions: [] })
    const request = requestOf(base, devicesApi.list, { params: inSpace, query: { limit: 10 } })
    const failure: unknown = await output(language, request, key.id).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: expect.any(Number) })
    expect(Object.values(failure ?? {}).join()).toContain('this needs the permission space:device:read')
  })
})
