import { foldText } from '#contract/common'

/** Name of a file: what it holds, whose that is, and the day (UTC). Only characters that every file system takes. */
export function fileName(content: string, owner: string, at: Date, extension: string): string {
  const safe = foldText(owner)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${[content, safe, at.toISOString().slice(0, 10)].filter(Boolean).join('-')}.${extension}`
}
