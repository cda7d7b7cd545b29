import type { Language } from '#contract/common'
import { cs } from './cs'
import { en, type MailTexts } from './en'

export type { MailTexts } from './en'
export type { Alerted, DigestAlert, DigestSpace, Words } from './words'

export const MAIL_TEXTS: Record<Language, MailTexts> = { en, cs }
