import { afterAll, expect, test } from 'vitest'
import { comparePreviews } from '../support/preview'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const server = await serve({ deliveries: { allowPrivate: true } })

test('a preview shows exactly the bytes that the receiver gets', async () => {
  const [transformations, messages] = [10, 5]
  const comparisons = await comparePreviews(server, receiver, { transformations, messages })
  expect(comparisons).toHaveLength(transformations * messages)
  expect(comparisons.filter(({ preview, received }) => !received?.equals(preview))).toEqual([])
})
