import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/db/cluster/postmaster'
import type { Lifetime } from '../../server/lifetime'
import { aFolder } from '../harness/database'
import { ask } from '../harness/http'
import { exitOf } from '../support/databaseProcess'

export const PROXIES = ['nginx', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

/** Milliseconds in which the proxy must respond. */
const PATIENCE = 10_000

const documented = (name: string) =>
  readFileSync(new URL(`../../docs/deployment/${name}`, import.meta.url), 'utf8')

/** Replaces addresses of the documentation by those of this machine. @throws Error when one is missing */
function adapt(text: string, changes: readonly [found: string, put: string][]): string {
  return changes.reduce((all, [found, put]) => {
    if (!all.includes(found)) throw new Error(`The documented configuration has no “${found}”.`)
    return all.replace(found, put)
  }, text)
}

/** The documented configurations, without TLS and privileges, and the commands that start them. */
const SETUPS: Record<
  ProxyName,
  (folder: string, port: number, copies: readonly [string, string]) => string[]
> = {
  nginx: (folder, port, [one, two]) => {
    const site = adapt(documented('nginx.conf'), [
      ['10.0.0.11:8080', one],
      ['10.0.0.12:8080', two],
      ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
      ['ssl_certificate /etc/ssl/spaceport.pem;', ''],
      ['ssl_certificate_key /etc/ssl/spaceport.key;', ''],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `user ${userInfo().username};\nworker_processes 2;\ndaemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    )
    return ['nginx', '-e', 'stderr', '-p', folder, '-c', file]
  },
  caddy: (folder, port, [one, two]) => {
    const site = adapt(documented('Caddyfile'), [
      ['{$DOMAIN}', `http://127.0.0.1:${port}`],
      ['one:8080', one],
      ['two:8080', two],
    ])
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  },
}

/**
 * Starts a proxy as in docs/deployment.md before two copies.
 * @param copies `host:port`
 * @returns its address
 * @throws Error with its output, when it does not respond
 */
export async function startProxy(lifetime: Lifetime, name: ProxyName, copies: readonly [string, string]) {
  const folder = aFolder(lifetime)
  const port = await freePort()
  const [command = '', ...args] = SETUPS[name](folder, port, copies)
  const child = spawn(command, args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = exitOf(child)
  lifetime.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  child.once('error', (error) => (said += `${name} cannot be started: ${error.message}`))
  const url = `http://127.0.0.1:${port}`
  for (const until = performance.now() + PATIENCE; ; await wait(50)) {
    if ((await ask(url, { path: '/health' })).status === 200) return url
    if (child.pid === undefined || child.exitCode !== null || performance.now() > until)
      throw new Error(`${name} does not answer:\n${said}`)
  }
}
