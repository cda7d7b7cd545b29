import { Box, Link } from '@mui/material'
import { useContext } from 'react'
import type { Message } from '#contract/messages'
import { TimeText } from '../../../../components/page'
import { useTranslate } from '../../../../i18n/translate'
import { OpenContext } from './OpenButton'

/** The messages of a group, each a button that makes it the sample. */
export function GroupMessages({ messages }: { messages: readonly Message[] }) {
  const translate = useTranslate()
  const open = useContext(OpenContext)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}>
      {messages.map(({ id, created_at, device_name, device_id, type }) => (
        <Box component="li" key={id} sx={{ py: 0.25 }}>
          <Link component="button" type="button" onClick={() => open(id)} sx={{ textAlign: 'start' }}>
            <TimeText value={created_at} /> · {device_name ?? device_id} ·{' '}
            {translate(`messages.types.${type}`)}
          </Link>
        </Box>
      ))}
    </Box>
  )
}
