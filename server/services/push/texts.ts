import type { Language } from '#contract/common'
import type { NoticeEvent } from '#contract/notices'

interface Told {
  rule: string
  space: string
  devices: number
  time: string
}

interface Texts {
  title: Record<NoticeEvent, (rule: string) => string>
  body: (told: Told) => string
}

/** What push messages say. */
export const PUSH_TEXTS: Record<Language, Texts> = {
  en: {
    title: { opened: (rule) => rule, ended: (rule) => `Over: ${rule}` },
    body: ({ space, devices, time }) =>
      `${space}: ${devices} ${devices === 1 ? 'device' : 'devices'}, ${time}`,
  },
  cs: {
    title: { opened: (rule) => rule, ended: (rule) => `Skončilo: ${rule}` },
    body: ({ space, devices, time }) => `${space}: ${devices} zařízení, ${time}`,
  },
}
