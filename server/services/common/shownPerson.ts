import { UNNAMED_PERSON } from '#contract/common'
import { type Caller, may } from './caller'

/** Whether the caller may know who people are: people may, and keys that may read users anyway. */
const mayKnow = (caller: Caller): boolean => 'userId' in caller || may(caller, 'space:user:read')

/** The name of a person as the caller sees it. */
export const shownPerson = <Name extends string | null>(caller: Caller, name: Name) =>
  name === null || mayKnow(caller) ? name : UNNAMED_PERSON

/**
 * SQL of the same for a column with a value of `nameOf`: an e-mail address, or the name of a key, which has no @.
 * @param column SQL of the column
 */
export const shownDoer = (caller: Caller, column: string): string =>
  mayKnow(caller)
    ? column
    : `case when strpos(${column}, '@') > 0 then '${UNNAMED_PERSON}' else ${column} end`
