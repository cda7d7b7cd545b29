import CompareIcon from '@mui/icons-material/CompareArrows'
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { FIRST_MESSAGE_AT, type Message } from '#contract/messages'
import { useFailureToast } from '../../../components/page'
import { useListMessages } from '../../../dataProvider/messagePages'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { msg, useTranslate } from '../texts'

/** Opens a comparison with the device's previous message of the same type and direction, if there is one. */
export function useComparePrevious({ id, device_id, type, direction }: Message) {
  const { compare } = useAddresses()
  const listMessages = useListMessages()
  const navigate = useNavigate()
  const notify = useNotify()
  const failureToast = useFailureToast()
  const { mutate, isPending } = useMutation({
    // By cursor, so that messages of the same millisecond keep their order.
    mutationFn: () =>
      listMessages({ device_id, type: [type], direction, after: FIRST_MESSAGE_AT, offset: id, limit: 1 }),
  })

  const open = () => {
    if (isPending) return
    // Callbacks of `mutate` do not run after the page is left; those of the hook would.
    mutate(undefined, {
      onSuccess: ([previous]) => {
        if (previous) void navigate(compare(previous.id, id))
        else notify(msg('messages.compare.noPrevious'), { type: 'info' })
      },
      onError: failureToast,
    })
  }
  return { open, isPending }
}

/** Compares a message with the previous one. */
export function PreviousLink({ message }: { message: Message }) {
  const translate = useTranslate()
  const { open, isPending } = useComparePrevious(message)
  const label = translate('messages.compare.withPrevious')
  return (
    <Button title={label} aria-label={label} aria-busy={isPending} onClick={open} startIcon={<CompareIcon />}>
      {translate('messages.compare.withPreviousShort')}
    </Button>
  )
}
