import CompareIcon from '@mui/icons-material/CompareArrows'
import { Button, IconButton } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../../i18n/translate'
import { usePreviousOfType } from './usePreviousOfType'

interface PreviousLinkProps {
  message: Message
  /** An icon is for a row of a table. */
  variant?: 'button' | 'icon'
}

/** Compares a message with the previous one of this type from this device. */
export function PreviousLink({ message, variant = 'button' }: PreviousLinkProps) {
  const translate = useTranslate()
  const { open, isPending } = usePreviousOfType(message)
  const label = translate('messages.compare.withPrevious')
  if (variant === 'icon')
    return (
      <IconButton size="small" aria-label={label} title={label} aria-busy={isPending} onClick={open}>
        <CompareIcon fontSize="small" />
      </IconButton>
    )
  return (
    <Button startIcon={<CompareIcon />} title={label} aria-label={label} aria-busy={isPending} onClick={open}>
      {translate('messages.compare.withPreviousShort')}
    </Button>
  )
}
