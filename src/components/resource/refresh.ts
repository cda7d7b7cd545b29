import type { RaRecord } from 'react-admin'
import { useAnswers } from '../../dataProvider/answers'
import { useDefinition } from './definition'

/** Loads again what shows the records of the resource, after some have changed; the page of a changed one is up to date. */
export function useForget() {
  const { forget } = useAnswers()
  const { name, shownIn } = useDefinition()
  return () => forget(name, shownIn)
}

/** Shows a record everywhere as the server has just answered it. */
export function useShown() {
  const { forget, putRecord } = useAnswers()
  const { name, shownIn } = useDefinition()
  return (record: RaRecord) => {
    putRecord(name, record)
    forget(name, shownIn)
  }
}
