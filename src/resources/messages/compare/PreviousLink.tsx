import CompareIcon from '@mui/icons-material/CompareArrows'
import { Button, IconButton } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { FIRST_MESSAGE_AT, type Message } from '#contract/messages'
import { useFailureToast } from '../../../components/page'
import { useListMessages } from '../../../dataProvider/messagePages'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { msg, useTranslate } from '../texts'

interface PreviousLinkProps {
  message: Message
  /** An icon is for a row of a table. */
  variant?: 'button' | 'icon'
}

/** Compares a message with the device's previous one of the same type and direction, if there is one. */
export function PreviousLink({ message, variant = 'button' }: PreviousLinkProps) {
  const { id, device_id, type, direction } = message
  const translate = useTranslate()
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
    // Callbacks of the call do not run after the page was left; those of the hook would.
    mutate(undefined, {
      onSuccess: ([previous]) => {
        if (previous) void navigate(compare(previous.id, id))
        else notify(msg('messages.compare.noPrevious'), { type: 'info' })
      },
      onError: failureToast,
    })
  }
  const label = translate('messages.compare.withPrevious')
  const props = { title: label, 'aria-label': label, 'aria-busy': isPending, onClick: open }
  if (variant === 'icon')
    return (
      <IconButton {...props} size="small">
        <CompareIcon fontSize="small" />
      </IconButton>
    )
  return (
    <Button {...props} startIcon={<CompareIcon />}>
      {translate('messages.compare.withPreviousShort')}
    </Button>
  )
}
