import { useNavigate } from 'react-router-dom'
import { HOUR } from '#contract/common/durations'
import { historyApi } from '#contract/series'
import { useFailureToast } from '../../../components/action/useFailureToast'
import { toast } from '../../../components/toast/toasts'
import { useAnswers } from '../../../dataProvider/answers'
import { toIsoTime } from '../../../dataProvider/ranges'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import type { Line } from './chart/lines'
import { useTranslate } from './texts'

/** Milliseconds around a value whose message was not found. */
const AROUND = HOUR

/** Opens the message of a line's value; if there is none, the messages around that time. */
export function useOpenMessage() {
  const { read } = useAnswers()
  const addresses = useAddresses()
  const navigate = useNavigate()
  const translate = useTranslate()
  const failed = useFailureToast()
  return async ({ deviceId, path, shift }: Line, drawnAt: number) => {
    const time = drawnAt - shift
    const at = new Date(time).toISOString()
    try {
      const { message_id } = await read(historyApi.message, { params: { deviceId }, query: { path, at } })
      if (message_id !== null) return await navigate(addresses.record('messages', message_id))
      toast({ kind: 'info', title: translate('devices.history.noMessage') })
      const created_at = { start: toIsoTime(time - AROUND), end: toIsoTime(time + AROUND) }
      return await navigate(addresses.list('messages', { deviceId, filter: { created_at } }))
    } catch (error) {
      return failed(error)
    }
  }
}
