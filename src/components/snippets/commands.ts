import type { Endpoint } from '#contract/common'
import { KEY_HEADER } from '#contract/keys'
import { pathOf } from '../../dataProvider/call'
import { type RequestOptions, toQuery } from '../../dataProvider/client'
import { RETRIES } from '../../dataProvider/retry'

/** The languages of the commands; the first is shown first. */
export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

/** Environment variable from which a command takes the key where none is given. */
export const KEY_VARIABLE = 'SPACEPORT_KEY'

/** One call of /v2, as a command makes it. */
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
  /** Values of the braces in the path. */
  params?: Readonly<Record<string, string>>
}

/**
 * A call of an endpoint. Without `before` a time range ends now, so that the command answers the same later.
 * @param base absolute address of the API, without a slash at its end
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

/** Any text as one word of a POSIX shell. */
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Any text as a literal of JavaScript and of Python: what JSON escapes, both read the same. */
const inCode = (text: string) => JSON.stringify(text)

type Header = readonly [name: string, value: string]

const jsonHeader: Header = ['Content-Type', 'application/json']

function curl({ method, url, body, isKeyless }: ApiRequest, key: string | undefined): string {
  const keyHeader = key === undefined ? `"${KEY_HEADER}: $${KEY_VARIABLE}"` : inShell(`${KEY_HEADER}: ${key}`)
  // It also repeats what was answered 503, which may have been stored.
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
 * The command that makes the call: for a POSIX shell, for Node 20, or for Python 3 without packages. It writes the answer, and
 * fails for any status that is not 2xx. What was refused because there were too many calls is called again; curl does that for
 * reads only.
 * @param key the key itself; without it the command takes it from the environment
 */
export const commandOf = (language: SnippetLanguage, request: ApiRequest, key?: string): string =>
  WRITERS[language](request, key)
