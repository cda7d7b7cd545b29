import { Fragment } from 'react'
import { partsOf } from './search'

/** A text in which what is searched for is marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  if (query === '') return text
  return partsOf(text, query).map(({ at, text, isHit }) =>
    isHit ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
  )
}
