import type { Endpoint } from '#contract/common'
import { KEY_HEADER } from '#contract/keys'
import { pathOf } from '../../dataProvider/call'
import { type RequestOptions, toQuery } from '../../dataProvider/client'
import { RETRIES } from '../../dataProvider/retry'

/** Languages of the commands; the first is the default. */
export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

/** Environment variable with the key, for commands without one. */
export const KEY_VARIABLE = 'SPACEPORT_KEY'

/** A call of /v2. */
export interface ApiRequest {
  method: string
  /** Absolute. */
  url: string
  /** Sent as JSON. */
  body?: unknown
  /** The call needs no key. */
  isKeyless?: boolean
}

interface RequestParts extends Pick<RequestOptions, 'query' | 'body'> {
  /** Values for the path's placeholders. */
  params?: Readonly<Record<string, string>>
}

/**
 * A call of an endpoint. A time range without `before` ends now, so that the command returns the same later.
 * @param base absolute address of the API, without a trailing slash
 */
export function requestOf(
  base: string,
  { method, path }: { method: Endpoint['method']; path: string },
  { params, query, body }: RequestParts = {},
  now = new Date(),
): ApiRequest {
  const range = query?.after && !query.before ? { before: now.toISOString() } : {}
  const url = base + pathOf(path, params) + toQuery({ ...query, ...range })
  return { method: method.toUpperCase(), url, ...(body !== undefined && { body }) }
}

/** Quotes a text as one word of a POSIX shell. */
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Quotes a text as a literal of JavaScript and Python, which both read JSON escapes. */
const inCode = (text: string) => JSON.stringify(text)

type Header = readonly [name: string, value: string]

const jsonHeader: Header = ['Content-Type', 'application/json']

function curl({ method, url, body, isKeyless }: ApiRequest, key: string | undefined): string {
  const keyHeader = key === undefined ? `"${KEY_HEADER}: $${KEY_VARIABLE}"` : inShell(`${KEY_HEADER}: ${key}`)
  // `--retry` also repeats after 503, when a change may already have been stored.
  const how = method === 'GET' ? `--retry ${RETRIES}` : `-X ${method}`
  const lines = [`curl -sS --fail-with-body ${how} ${inShell(url)}`]
  if (!isKeyless) lines.push(`-H ${keyHeader}`)
  if (body !== undefined)
    lines.push(`-H ${inShell(jsonHeader.join(': '))}`, `--data-raw ${inShell(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

function javascript({ method, url, body, isKeyless }: ApiRequest, key: string | undefined): string {
  const keyValue = key === undefined ? `process.env.${KEY_VARIABLE}` : inCode(key)
  const options = [
    ...(method === 'GET' ? [] : [`    method: ${inCode(method)},`]),
    '    headers: {',
    ...(isKeyless ? [] : [`      ${inCode(KEY_HEADER)}: ${keyValue},`]),
    ...(body === undefined ? [] : [`      ${jsonHeader.map(inCode).join(': ')},`]),
    '    },',
    ...(body === undefined ? [] : [`    body: ${inCode(JSON.stringify(body))},`]),
  ]
  return `const call = () =>
  fetch(${inCode(url)}, {
${options.join('\n')}
  })
const main = async () => {
  let answer = await call()
  for (let i = 0; answer.status === 429 && i < ${RETRIES}; i++) {
    const seconds = Number(answer.headers.get('Retry-After')) || 1
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    answer = await call()
  }
  const text = await answer.text()
  if (!answer.ok) throw new Error(\`\${answer.status} \${text}\`)
  console.log(text)
}
main()`
}

function python({ method, url, body, isKeyless }: ApiRequest, key: string | undefined): string {
  const keyValue = key === undefined ? `os.environ[${inCode(KEY_VARIABLE)}]` : inCode(key)
  const request = [
    `    ${inCode(url)},`,
    `    method=${inCode(method)},`,
    '    headers={',
    ...(isKeyless ? [] : [`        ${inCode(KEY_HEADER)}: ${keyValue},`]),
    ...(body === undefined ? [] : [`        ${jsonHeader.map(inCode).join(': ')},`]),
    '    },',
    ...(body === undefined ? [] : [`    data=${inCode(JSON.stringify(body))}.encode(),`]),
  ]
  return `${key === undefined && !isKeyless ? 'import os\n' : ''}import sys
import time
import urllib.error
import urllib.request

request = urllib.request.Request(
${request.join('\n')}
)
for left in reversed(range(${RETRIES + 1})):
    try:
        with urllib.request.urlopen(request) as answer:
            sys.stdout.buffer.write(answer.read())
        break
    except urllib.error.HTTPError as error:
        if error.code != 429 or left == 0:
            sys.exit(f"{error.code} {error.read().decode()}")
        time.sleep(int(error.headers.get("Retry-After", 1)))`
}

const WRITERS = { curl, javascript, python }

/**
 * The command for a call: for a POSIX shell, Node 20, or Python 3 without packages. It prints the answer and fails for
 * any status that is not 2xx. A call refused for too many calls is retried; curl does so only for reads.
 * @param key the key; without it, the command reads it from the environment
 */
export const commandOf = (language: SnippetLanguage, request: ApiRequest, key?: string): string =>
  WRITERS[language](request, key)
