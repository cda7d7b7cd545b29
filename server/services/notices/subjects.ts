import type { Language } from '#contract/common'

/** How many devices, or connectors, an alert is about: either is none. */
export interface SubjectCounts {
  devices: number
  connectors: number
}

const PLURALS = { en: new Intl.PluralRules('en'), cs: new Intl.PluralRules('cs') }

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const FORMS: Record<Language, Record<keyof SubjectCounts, Forms>> = {
  en: {
    devices: { one: 'device', other: 'devices' },
    connectors: { one: 'connector', other: 'connectors' },
  },
  cs: {
    devices: { other: 'zařízení' },
    connectors: { one: 'konektor', few: 'konektory', other: 'konektorů' },
  },
}

/** What an alert is about, counted in words: "2 connectors". An alert whose devices were all deleted is about none. */
export function countedIn(language: Language, { devices, connectors }: SubjectCounts): string {
  const [what, count] =
    connectors > 0 ? (['connectors', connectors] as const) : (['devices', devices] as const)
  const forms = FORMS[language][what]
  return `${count} ${forms[PLURALS[language].select(count)] ?? forms.other}`
}
