import { foldText } from '#contract/common'

/** Name of a file: messages, whose they are, and the day (UTC). Only characters that every file system takes. */
export function fileName(owner: string, at: Date, extension: string): string {
  const safe = foldText(owner)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${['messages', safe, at.toISOString().slice(0, 10)].filter(Boolean).join('-')}.${extension}`
}
