import { setImmediate as nextPass } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { send, sendStream, unchanging } from './send'

/** A text that takes longer to compress than a pass of the event loop. */
const LONG = JSON.stringify(Array.from({ length: 500_000 }, (_, i) => i * 7919))

async function* inOnePiece(text: string) {
  yield await Promise.resolve(text)
}

const app = new Hono()
  .get('/whole', (c) => send(c, LONG, 'application/json'))
  .get('/streamed', (c) => sendStream(c, inOnePiece(LONG)))
  .get('/small', (c) => send(c, '[]', 'application/json'))

test.each(['/whole', '/streamed'])(
  'while a long answer is compressed, others are answered: %s',
  async (path) => {
    const answered: string[] = []
    const read = async (of: string) => {
      const answer = await app.request(of, { headers: { 'Accept-Encoding': 'br' } })
      await answer.arrayBuffer()
      answered.push(of)
      return answer.headers.get('Content-Encoding')
    }
    const long = read(path)
    await nextPass()
    await read('/small')
    expect(await long).toBe('br')
    expect(answered).toEqual(['/small', path])
  },
)

test('a list of entity tags is parsed in linear time, with any number of spaces', async () => {
  const answer = await unchanging('{}', 'application/json')
  const once = new Hono().get('/once', answer)
  const tag = (await once.request('/once')).headers.get('ETag')
  const statusOf = async (tags: string) =>
    (await once.request('/once', { headers: { 'If-None-Match': tags } })).status
  expect(await statusOf(`"a" ,\t${tag} , "b"`)).toBe(304)
  // Quadratic time would take minutes here.
  expect(await statusOf(`"a"${' '.repeat(500_000)}"b"`)).toBe(200)
})
