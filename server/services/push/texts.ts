import type { Language } from '#contract/common'
import type { NoticeEvent } from '#contract/notices'
import { countedIn, type SubjectCounts } from '../notices'

interface Told {
  rule: string
  space: string
  counts: SubjectCounts
  time: string
}

interface Texts {
  title: Record<NoticeEvent, (rule: string) => string>
  /** Marks a title as that of a test. */
  test: (title: string) => string
  body: (told: Told) => string
}

/** What push messages say. */
export const PUSH_TEXTS: Record<Language, Texts> = {
  en: {
    title: { opened: (rule) => rule, ended: (rule) => `Over: ${rule}` },
    test: (title) => `Test: ${title}`,
    body: ({ space, time, counts }) => `${space}: ${countedIn('en', counts)}, ${time}`,
  },
  cs: {
    title: { opened: (rule) => rule, ended: (rule) => `Skončilo: ${rule}` },
    test: (title) => `Zkouška: ${title}`,
    body: ({ space, time, counts }) => `${space}: ${countedIn('cs', counts)}, ${time}`,
  },
}
