import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { aUser } from '../support/builders'
import type { TestServer } from '../support/makeServer'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Output of each program in this folder, whatever its language. */
export const CALLS = `\
auth/login 401 the e-mail address or the password is wrong
auth/login 200
profile/get 200 true
spaces/create 201 waterworks
tags/create 201 meters #0b57d0
devices/create 201 well Lipová
devices/create 400 name
devices/list 200 well
devices/update 200 at the gate 2
devices/update 412 2 comment
messages/uplink 201 0
messages/uplinks 201 stored stored refused
messages/list 200 [1,"two",null] {"level":3.4}
messages/list 200 {"level":3.5} 2026-01-02T03:04:05.000Z
messages/create 201 pending ["info show"]
variables/create 201 meter key
connectors/create 201 data 10 60
alertRules/create 201 below 1
keys/create 201 space:device:read
devices/get 200 meters
tags/create 403
devices/get 404 not found
devices/delete 204
spaceAudit/list 200 device.delete
auth/logout 204 spaces/list 401
`

/** Creates an empty folder for the client of a language, inside the project, where Node finds its packages. */
export async function aFolder(language: string): Promise<string> {
  const folder = join(ROOT, '.cache', 'clients', language)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Path of a file in this folder. */
export const programOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Writes the OpenAPI document of the server into the folder; returns its path. */
export async function documentIn(folder: string, server: TestServer): Promise<string> {
  const path = join(folder, 'openapi.json')
  await writeFile(path, await (await server.request('/v2/documentation')).text())
  return path
}

interface Run {
  cwd: string
  env?: Record<string, string>
}

/** Runs a program; returns its output. Errors: it failed. */
export async function run(command: string, args: readonly string[], { cwd, env }: Run): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${said}${complaint}`)
  return said
}

/** Environment of a program that makes calls: the server's address, and a person's credentials. */
export async function callerOf(server: TestServer): Promise<Record<string, string>> {
  const { email, password } = await aUser(server)
  return {
    SPACEPORT_URL: `${await server.listen()}/v2`,
    SPACEPORT_EMAIL: email,
    SPACEPORT_PASSWORD: password,
  }
}
