import { useMemo, useRef } from 'react'
import { FIRST_MESSAGE_AT, type Message, messagesApi } from '#contract/messages'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { ApiError } from '../../dataProvider/client'
import { useSpaceport } from '../../dataProvider/queries'
import { conversationOf, isWaiting } from './conversation'
import { useTranslate } from './texts'

/** Number of messages that the console shows. Rules, "Shell console". */
export const SHELL_LIMIT = 100
/** Milliseconds between two polls for answers; a hidden page does not poll. Rules, "Shell console". */
const POLL_INTERVAL = 10_000
/** Shorter interval while an answer is expected, and how long after a command that is, in milliseconds. */
const EAGER = { interval: 2000, duration: 60_000 }

/** Conversation with a device's shell, kept current, and its actions. */
export function useShell(deviceId: string) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { put: putAnswer } = useAnswers()
  const showFailure = useFailureToast()
  const sentAt = useRef(0)
  const call = {
    query: { device_id: deviceId, type: ['shell'], after: FIRST_MESSAGE_AT, limit: SHELL_LIMIT },
  }

  const query = useAnswer(messagesApi.list, {
    ...call,
    refetchInterval: ({ state: { data = [] } }) => {
      const isEager = Date.now() - sentAt.current < EAGER.duration && conversationOf(data).some(isWaiting)
      return isEager ? EAGER.interval : POLL_INTERVAL
    },
  })
  const { data } = query
  const conversation = useMemo(() => data && conversationOf(data), [data])

  /** Shows a message from a response before the next poll. */
  const put = (message: Message) =>
    putAnswer(
      messagesApi.list,
      (known = []) => [message, ...known.filter(({ id }) => id !== message.id)],
      call,
    )

  /** Schedules the lines as one command; false, with a toast, if that failed. Rules, "Shell console". */
  const send = async (lines: string[]): Promise<boolean> => {
    try {
      const body = { device_id: deviceId, type: 'shell', body: lines } as const
      const message = await ask(messagesApi.create, { body })
      sentAt.current = Date.now()
      await put(message)
      toast({ kind: 'success', title: translate('console.sent') })
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }

  /** Cancels a command, with a toast; false if the person can try again. Rules, "Shell console". */
  const cancel = async (messageId: string): Promise<boolean> => {
    try {
      await put(await ask(messagesApi.update, { params: { messageId }, body: { down_state: 'cancelled' } }))
      toast({ kind: 'success', title: translate('console.cancel.done') })
      return true
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.status === 409
      if (isTooLate) toast({ kind: 'error', title: translate('console.cancel.tooLate') })
      else showFailure(error)
      void query.refetch()
      return isTooLate
    }
  }

  return { query, conversation, send, cancel }
}
