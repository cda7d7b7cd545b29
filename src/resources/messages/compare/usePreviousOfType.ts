import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { FIRST_MESSAGE_AT, type Message } from '#contract/messages'
import { useFailureToast } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { compareLink } from './compareLink'

/**
 * Finds the message of the same type and direction that the device had before this one, and opens the comparison of
 * the two; says so when there is none. It asks by cursor, so that messages of the same millisecond keep their order.
 */
export function usePreviousOfType({ id, device_id, type, direction }: Message) {
  const spaceId = useSpaceId()
  const { listMessages } = useSpaceport()
  const navigate = useNavigate()
  const notify = useNotify()
  const failureToast = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      listMessages({ device_id, type: [type], direction, after: FIRST_MESSAGE_AT, offset: id, limit: 1 }),
  })

  const open = () => {
    if (isPending) return
    // Callbacks of the call, not of the hook: whoever has left the page is not called away from another.
    mutate(undefined, {
      onSuccess: (found) => {
        if (!Array.isArray(found)) return
        const [previous] = found
        if (previous) void navigate(compareLink(spaceId, previous.id, id))
        else notify('messages.compare.noPrevious', { type: 'info' })
      },
      onError: failureToast,
    })
  }
  return { open, isPending }
}
