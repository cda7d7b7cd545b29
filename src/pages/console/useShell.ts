import { useMemo, useRef } from 'react'
import { FIRST_MESSAGE_AT, type Message, messagesApi } from '#contract/messages'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { ApiError } from '../../dataProvider/client'
import { useSpaceport } from '../../dataProvider/queries'
import { conversationOf, isWaiting } from './conversation'
import { useTranslate } from './texts'

/** How many messages the console shows. Rules, "Shell console". */
export const SHELL_LIMIT = 100
/** Time between two checks for answers, in milliseconds; a hidden page does not check. Rules, "Shell console". */
const POLL_INTERVAL = 10_000
/** A shorter time while an answer is expected, and how long after sending that is. */
const EAGER = { interval: 2000, duration: 60_000 }

/** The conversation with a device's shell, always current, and its actions. */
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

  /** Shows a message from the server's answer before the next check. */
  const put = (message: Message) =>
    putAnswer(
      messagesApi.list,
      (known = []) => [message, ...known.filter(({ id }) => id !== message.id)],
      call,
    )

  /** Schedules the lines as one command; false, with a toast, when that failed. Rules, "Shell console". */
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

  /** Cancels a command, with a toast; false when the person can try again. Rules, "Shell console". */
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
