import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = (
  sizes: readonly number[],
  padding: string,
) => `<!doctype html><title>plain</title><!--${padding}-->
<script>
Promise.all(${JSON.stringify(sizes)}.map((size, i) => fetch('/' + i + '?size=' + size).then((answer) => answer.arrayBuffer())))
  .then(() => document.documentElement.append(document.createElement('hr')))
</script>`

/** Bytes of headers that each answer has besides. */
const HEADERS = 200

/**
 * Serves a page that loads as many bytes as the console does, all in one step after the page itself, and then shows a line.
 * @param sizes of the console's answers, the page's own first
 */
export async function servePlainPage([own = 0, ...sizes]: readonly number[]) {
  const html = page(sizes, randomBytes(Math.max(0, Math.floor((own - HEADERS - 400) / 2))).toString('hex'))
  const server = createServer((request, response) => {
    const size = new URL(request.url ?? '/', 'http://localhost').searchParams.get('size')
    if (size === null) response.setHeader('Content-Type', 'text/html').end(html)
    else response.end(randomBytes(Math.max(0, Number(size) - HEADERS)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a socket file
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
