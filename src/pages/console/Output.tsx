import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { Marked } from './Marked'
import { Mono } from './parts'

/** How much of an output is shown until a person asks for all of it. */
const SHOWN = { lines: 30, characters: 5000 }

/** The beginning of a text; the text itself when it is short. */
function beginningOf(text: string): string {
  const lines = text.split('\n', SHOWN.lines + 1)
  const beginning = lines.length > SHOWN.lines ? lines.slice(0, SHOWN.lines).join('\n') : text
  return beginning.slice(0, SHOWN.characters)
}

/** What a device wrote. A long one shows its beginning, except while something is searched for in it. */
export function Output({ text, query }: { text: string; query: string }) {
  const translate = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || query !== '' ? text : beginningOf(text)
  return (
    <>
      <Mono>
        <Marked text={shown} query={query} />
      </Mono>
      {shown !== text && (
        <Button size="small" onClick={() => setWhole(true)}>
          {translate('console.showAll')}
        </Button>
      )}
    </>
  )
}
