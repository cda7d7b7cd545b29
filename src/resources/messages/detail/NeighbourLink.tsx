import { Button, type ButtonProps } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { ReasonButton } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'

interface NeighbourLinkProps extends Pick<ButtonProps, 'startIcon' | 'endIcon'> {
  rel: 'prev' | 'next'
  label: string
  /** What the link leads to, in full. */
  hint: string
  /** Null when there is none; undefined until that is known. */
  message: Message | null | undefined
  /** Why there is nowhere to go. */
  reason: string
}

/** Leads to another message of the device, or says why there is none. */
export function NeighbourLink({ rel, label, hint, message, reason, ...icons }: NeighbourLinkProps) {
  const spaceId = useSpaceId()
  const shared = { ...icons, variant: 'outlined', 'aria-label': hint } as const
  if (!message)
    return (
      <ReasonButton {...shared} reason={reason}>
        {label}
      </ReasonButton>
    )
  return (
    <Button
      {...shared}
      component={Link}
      to={`/space/${spaceId}/messages/${message.id}`}
      rel={rel}
      title={hint}
    >
      {label}
    </Button>
  )
}
