import { Button } from '@mui/material'
import { createContext, useContext } from 'react'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../../../i18n/translate'

/** Makes a message, by its id, the sample. */
export const OpenContext = createContext<(messageId: string) => void>(() => undefined)

/** Leads from a group to the editor: the newest of its messages becomes the sample. */
export function OpenFirst({ messages: [newest] }: { messages: readonly Message[] }) {
  const translate = useTranslate()
  const open = useContext(OpenContext)
  return (
    newest && (
      <Button size="small" onClick={() => open(newest.id)}>
        {translate('connectors.preview.batch.open')}
      </Button>
    )
  )
}
