import type { Language } from '#contract/common'
import type { PushEvent } from '../../db/schema'
import { countedIn, type SubjectCounts } from '../notices/named'

interface AlertFacts {
  space: string
  counts: SubjectCounts
  isOver: boolean
  /** When it ended, or since when it has been open. */
  time: string
}

interface Collected {
  space: string
  /** How many alerts opened, and how many ended. */
  opened: number
  ended: number
}

interface Texts {
  title: Record<Exclude<PushEvent, 'summary' | 'first'>, (rule: string) => string>
  /** The title for a person to whom somebody has assigned the alert. */
  assigned: (rule: string) => string
  /** Marks a title as that of a test. */
  test: (title: string) => string
  body: (facts: AlertFacts) => string
  /** The summary of an hour's alerts without messages of their own. */
  summary: (opened: number) => string
  summaryBody: (collected: Collected) => string
  /** The first message of a browser. */
  first: { title: string; body: string }
}

const number = { en: new Intl.NumberFormat('en-GB'), cs: new Intl.NumberFormat('cs-CZ') }
const plurals = new Intl.PluralRules('cs')

/** "3 další upozornění", "1 700 dalších upozornění". */
const moreInCzech = (count: number) =>
  `${number.cs.format(count)} ${['one', 'few'].includes(plurals.select(count)) ? 'další' : 'dalších'} upozornění`

/** Texts of push messages. */
export const PUSH_TEXTS: Record<Language, Texts> = {
  en: {
    title: {
      opened: (rule) => rule,
      ended: (rule) => `Resolved: ${rule}`,
      flapping: (rule) => `Flapping: ${rule}`,
    },
    assigned: (rule) => `Assigned to you: ${rule}`,
    test: (title) => `Test: ${title}`,
    body: ({ space, time, counts, isOver }) =>
      `${space}: ${countedIn('en', counts)}, ${isOver ? '' : 'since '}${time}`,
    summary: (opened) =>
      opened === 0
        ? 'More alerts resolved'
        : `${number.en.format(opened)} more alert${opened === 1 ? '' : 's'}`,
    summaryBody: ({ space, opened, ended }) =>
      `${space}: ${number.en.format(opened)} opened, ${number.en.format(ended)} resolved`,
    first: { title: 'Notifications are on', body: 'This browser now shows alerts.' },
  },
  cs: {
    title: {
      opened: (rule) => rule,
      ended: (rule) => `Vyřešeno: ${rule}`,
      flapping: (rule) => `Kmitá: ${rule}`,
    },
    assigned: (rule) => `Máte řešit: ${rule}`,
    test: (title) => `Zkouška: ${title}`,
    body: ({ space, time, counts, isOver }) =>
      `${space}: ${countedIn('cs', counts)}, ${isOver ? '' : 'od '}${time}`,
    summary: (opened) => (opened === 0 ? 'Další vyřešená upozornění' : moreInCzech(opened)),
    summaryBody: ({ space, opened, ended }) =>
      `${space}: otevřeno ${number.cs.format(opened)}, vyřešeno ${number.cs.format(ended)}`,
    first: { title: 'Oznámení jsou zapnutá', body: 'Tento prohlížeč teď zobrazuje upozornění.' },
  },
}
