import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ConfirmDialog } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import type { ConfigFormat, DownlinkValues } from './codec'
import { commandsIn, commandsOf, textOf } from './commands'
import { formatJson, parseJson } from './json'

/** Switches a config message between its lines and JSON, and turns the one into the other. Spec 2, section 2. */
export function FormatSwitch() {
  const translate = useTranslate()
  const form = useFormContext<DownlinkValues>()
  const format = useWatch<DownlinkValues, 'format'>({ name: 'format' })
  const [isAsking, setIsAsking] = useState(false)

  const set = (format: ConfigFormat, config: string) => {
    setIsAsking(false)
    form.setValue('format', format)
    form.setValue('config', config)
    form.clearErrors('config')
  }
  const commandsTyped = () => {
    const config = form.getValues('config')
    if (config.trim() === '') return { commands: [], isComplete: true }
    const parsed = parseJson(config)
    return commandsIn('value' in parsed ? parsed.value : undefined)
  }
  const toText = () => set('text', textOf(commandsTyped().commands))
  const choose = (chosen: ConfigFormat | null) => {
    if (chosen === 'json') set('json', formatJson(commandsOf(form.getValues('config'))))
    if (chosen === 'text' && commandsTyped().isComplete) toText()
    else if (chosen === 'text') setIsAsking(true)
  }

  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={format}
        onChange={(_event, chosen: ConfigFormat | null) => choose(chosen)}
        aria-label={translate('messages.create.format.title')}
      >
        <ToggleButton value="text">{translate('messages.create.format.text')}</ToggleButton>
        <ToggleButton value="json">{translate('messages.create.format.json')}</ToggleButton>
      </ToggleButtonGroup>
      <ConfirmDialog
        open={isAsking}
        title={translate('messages.create.format.lossTitle')}
        confirmLabel={translate('messages.create.format.confirm')}
        onConfirm={toText}
        onClose={() => setIsAsking(false)}
      >
        {translate('messages.create.format.loss')}
      </ConfirmDialog>
    </>
  )
}
