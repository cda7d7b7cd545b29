import { BODY_MAX_BYTES } from '#contract/common'
import { parseWmbusAddresses } from '#contract/messages'

/** Largest file in bytes: the commands of its addresses are about four times as long, and have to fit in one call. */
export const FILE_MAX_BYTES = BODY_MAX_BYTES / 4

/** What files are offered. */
export const FILE_TYPES = '.csv,.txt'

/** Why files were refused. */
type FileRefusal = 'fileType' | 'fileSize' | 'fileUnread' | 'addresses'

/** The wM-BUS addresses in files, or why there are none. Spec 2, section 5. */
export async function readAddresses(files: readonly File[]): Promise<string[] | FileRefusal> {
  if (!files.every(({ name }) => /\.(csv|txt)$/i.test(name))) return 'fileType'
  if (files.reduce((sum, { size }) => sum + size, 0) > FILE_MAX_BYTES) return 'fileSize'
  try {
    const texts = await Promise.all(files.map((file) => file.text()))
    return parseWmbusAddresses(texts.join('\n')) ?? 'addresses'
  } catch {
    return 'fileUnread'
  }
}
