/** Why a config message was refused. Rules, "Downlinks". */
export const CONFIG_SAVE_REFUSED = "You can't send 'config save' command in the message. Please remove it."

const CONFIG_SAVE = /(?<![\w-])config\s+save(?![\w-])/i

/**
 * Whether the 'config save' command is anywhere in a config message: in its text, or in a string or a key of its JSON, at any depth. Rules,
 * "Downlinks".
 */
export function containsConfigSave(body: unknown): boolean {
  const waiting = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' && CONFIG_SAVE.test(value)) return true
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value) && Object.keys(value).some((key) => CONFIG_SAVE.test(key))) return true
      for (const item of Object.values(value)) waiting.push(item)
    }
  }
  return false
}
