import type { RaRecord } from 'react-admin'
import { useAnswers } from '../../dataProvider/answers'
import { useDefinition } from './definition'

/** Invalidates everything that shows records of the resource after some have changed, except the records' own pages. */
export function useForget() {
  const { forget } = useAnswers()
  const { name, shownIn } = useDefinition()
  return () => forget(name, shownIn)
}

/** Shows the server's latest answer about a record everywhere. */
export function useShown() {
  const { forget, putRecord } = useAnswers()
  const { name, shownIn } = useDefinition()
  return (record: RaRecord) => {
    putRecord(name, record)
    forget(name, shownIn)
  }
}
