import { Agent, request } from 'node:http'
import { KEY_HEADER } from '#contract/keys'

/** What a call carries: a bearer token, or a key. */
export type Credentials = string | { key: string }

/** A client of the API that keeps its connections, because the cost of new ones would hide what is measured. */
export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true })

  /** @param base address of the API, without a slash at its end */
  constructor(
    readonly base: string,
    readonly credentials?: Credentials,
  ) {}

  /** Text of the answer to a query. @throws Error with the server's sentence when it refuses */
  get(path: string, query: object = {}): Promise<string> {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
    )
    return this.#send('GET', `${path}?${new URLSearchParams(pairs)}`)
  }

  /** Text of the answer to a JSON text. @throws Error with the server's sentence when it refuses */
  post(path: string, json: string): Promise<string> {
    return this.#send('POST', path, json)
  }

  close() {
    this.#agent.destroy()
  }

  #send(method: string, path: string, json?: string): Promise<string> {
    const headers = {
      ...(typeof this.credentials === 'string' && { authorization: `Bearer ${this.credentials}` }),
      ...(typeof this.credentials === 'object' && { [KEY_HEADER]: this.credentials.key }),
      ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
    }
    return new Promise((resolve, reject) => {
      const call = request(this.base + path, { agent: this.#agent, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
        answer.on('error', reject).on('end', () => {
          if (answer.statusCode === 200 || answer.statusCode === 201) resolve(text)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
        })
      })
      call.on('error', reject).end(json)
    })
  }
}
