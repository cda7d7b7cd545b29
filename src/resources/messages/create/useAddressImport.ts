import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { isWmbusCommand } from '#contract/messages'
import { toast } from '../../../components/toast/toasts'
import { useTranslate } from '../../../i18n/translate'
import { FILE_MAX_BYTES, readAddresses } from './addressFile'
import { DEFAULT_BODIES, type DownlinkValues } from './codec'
import { commandsOf, isCommandList, textOf, withAddresses } from './commands'
import { formatJson, parseJson } from './json'

/** The commands of a config message as it is typed; null when it is JSON of another kind. */
function commandsTyped({ format, config }: DownlinkValues): string[] | null {
  if (format === 'text') return commandsOf(config)
  const parsed = parseJson(config)
  return 'value' in parsed && isCommandList(parsed.value) ? parsed.value : null
}

const isExample = (commands: string[]) => JSON.stringify(commands) === JSON.stringify(DEFAULT_BODIES.config)

/**
 * Imports wM-BUS addresses from files into the config message of the form around it. Their commands come after those
 * that were typed; only the example that the form began with makes room for them.
 */
export function useAddressImport() {
  const translate = useTranslate()
  const form = useFormContext<DownlinkValues>()
  const [error, setError] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<string[] | null>(null)
  const refuse = (reason: string) =>
    setError(translate(`messages.create.errors.${reason}`, { max: FILE_MAX_BYTES / 1024 }))

  const insert = (addresses: string[]) => {
    setWaiting(null)
    const values = form.getValues()
    const typed = commandsTyped(values)
    if (!typed) return refuse('noList')
    const hasExample = isExample(typed)
    const commands = withAddresses(hasExample ? [] : typed, addresses)
    const hasOthers = commands.some((command) => !isWmbusCommand(command))
    form.setValue('config', values.format === 'text' ? textOf(commands) : formatJson(commands), {
      shouldDirty: true,
      shouldValidate: true,
    })
    toast({
      kind: 'success',
      title: translate('messages.create.wmbus.done', { smart_count: addresses.length }),
      description:
        (hasExample && translate('messages.create.wmbus.instead')) ||
        (hasOthers && translate('messages.create.wmbus.added')),
    })
  }

  return {
    /** Why the last import failed. */
    error,
    /** Whether the addresses of a file wait for consent to take the place of others. */
    isAsking: waiting !== null,
    start: async (files: readonly File[]) => {
      setError(null)
      if (files.length === 0) return
      const addresses = await readAddresses(files)
      if (typeof addresses === 'string') refuse(addresses)
      else if (commandsTyped(form.getValues())?.some(isWmbusCommand)) setWaiting(addresses)
      else insert(addresses)
    },
    confirm: () => {
      if (waiting) insert(waiting)
    },
    cancel: () => setWaiting(null),
  }
}
