import { Alert } from '@mui/material'
import { useState } from 'react'
import { useServerAhead } from '../../clock'
import { useTranslate } from './texts'
import { differing } from './words'

/** The difference at which the person last closed the notice. */
let read = 0

/** Reports once that this computer's clock is wrong, and that the times on screen are right nevertheless. */
export default function ClockNotice() {
  const translate = useTranslate()
  const ahead = useServerAhead()
  const [closed, setClosed] = useState(read)
  if (ahead === 0 || closed === ahead) return null
  const close = () => {
    read = ahead
    setClosed(ahead)
  }
  return (
    <Alert
      severity="info"
      role="status"
      onClose={close}
      closeText={translate('contact.clock.close')}
      sx={{ mb: 2 }}
    >
      {translate(ahead > 0 ? 'contact.clock.behind' : 'contact.clock.ahead', {
        span: differing(ahead, translate),
      })}
    </Alert>
  )
}
