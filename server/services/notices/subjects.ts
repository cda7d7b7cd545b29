import type { Language } from '#contract/common'

/** Number of devices or connectors in an alert; one of the two is none. */
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

/** The subjects of an alert, counted in words: "2 connectors". An alert whose devices were all deleted has none. */
export function countedIn(language: Language, { devices, connectors }: SubjectCounts): string {
  const [what, count] =
    connectors > 0 ? (['connectors', connectors] as const) : (['devices', devices] as const)
  const forms = FORMS[language][what]
  return `${count} ${forms[PLURALS[language].select(count)] ?? forms.other}`
}
