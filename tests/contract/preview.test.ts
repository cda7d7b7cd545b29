import { afterAll, expect, test } from 'vitest'
import { comparePreviews } from '../support/preview'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const server = await serve({ deliveries: { allowPrivate: true } })

test('what a preview shows is byte for byte what the receiver gets', async () => {
  const [transformations, messages] = [10, 5]
  const comparisons = await comparePreviews(server, receiver, { transformations, messages })
  expect(comparisons).toHaveLength(transformations * messages)
  expect(comparisons.filter(({ preview, received }) => !received?.equals(preview))).toEqual([])
})
