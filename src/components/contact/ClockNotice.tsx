import { Alert } from '@mui/material'
import { useState } from 'react'
import { useServerAhead } from '../../clock'
import { useTranslate } from './texts'
import { differing } from './words'

/** The last difference that the person has read of. */
let read = 0

/** Says once that the clock of this computer is wrong, and that the times on screen are right nevertheless. */
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
