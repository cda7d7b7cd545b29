import { useQuery } from '@tanstack/react-query'
import type { Message } from '#contract/messages'
import { useSpaceport } from '../../dataProvider/useSpaceport'

/** What happened to a message, oldest first; those of its state before stay until they come. */
export function useMessageEvents({ id, down_state }: Pick<Message, 'id' | 'down_state'>) {
  const { getMessageEvents } = useSpaceport()
  return useQuery({
    // Another state of the message has an event of its own.
    queryKey: ['messages', 'events', id, down_state],
    queryFn: async ({ signal }) => {
      const events = await getMessageEvents(id, signal)
      return { id, events: Array.isArray(events) ? events : [] }
    },
    placeholderData: (shown) => shown,
  })
}
