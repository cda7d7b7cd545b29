import { visuallyHidden } from '@mui/utils'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { type Exchange, newestAnswer } from './conversation'

/** Tells a screen reader of an answer that came while the console is open. */
export function NewAnswer({ conversation }: { conversation: readonly Exchange[] }) {
  const translate = useTranslate()
  const newest = newestAnswer(conversation)
  const id = newest?.message.id
  const [first] = useState(id)
  return (
    <output style={visuallyHidden}>
      {newest && id !== first && (
        <span key={id}>
          {translate('console.newAnswer', { command: newest.exchange.steps[0]?.line ?? '' })}
        </span>
      )}
    </output>
  )
}
