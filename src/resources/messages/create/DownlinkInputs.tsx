import ExpandIcon from '@mui/icons-material/ExpandMore'
import {
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material'
import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { CONFIRMATIONS_CAPABILITY, commandsOf, DOWNLINK_TYPES, type DownlinkType } from '#contract/messages'
import { CodeInput } from '../../../components/editor'
import { DateTimeInput } from '../../../components/form/DateTimeInput'
import { msg as messageMsg } from '../../../components/message/texts'
import { ConfirmDialog } from '../../../components/page'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { localKeeper } from '../../../storage'
import { useTranslate } from '../texts'
import { AddressImport } from './AddressImport'
import { type ConfigFormat, commandsIn, type DownlinkValues, textOf } from './codec'
import { indentedJson, parseOrLocate } from './json'

const TYPE_KEY = 'downlinkType'

/** Type that was last chosen in this browser. Rules, "Downlinks". */
export function rememberedType(): DownlinkType {
  const kept = localKeeper.getItem(TYPE_KEY)
  return DOWNLINK_TYPES.find((type) => type === kept) ?? DOWNLINK_TYPES[0]
}

/** Chooses the type of the message, and stores the choice. */
export function TypeInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<DownlinkValues, 'type'>({ name: 'type' })
  return (
    <FormControl>
      <FormLabel id={labelId}>{translate('messages.create.type')}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        name={field.name}
        value={field.value}
        onChange={(_event, value) => {
          localKeeper.setItem(TYPE_KEY, value)
          field.onChange(value)
        }}
      >
        {DOWNLINK_TYPES.map((type) => (
          <FormControlLabel
            key={type}
            value={type}
            control={<Radio />}
            label={translate(messageMsg(`message.types.${type}`))}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** Switches a config message between lines and JSON, and converts its body. Rules, "Downlinks". */
function FormatSwitch() {
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
    const parsed = parseOrLocate(config)
    return commandsIn('value' in parsed ? parsed.value : undefined)
  }
  const toText = () => set('text', textOf(commandsTyped().commands))
  const choose = (chosen: ConfigFormat | null) => {
    if (chosen === 'json') set('json', indentedJson(commandsOf(form.getValues('config'))))
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
        aria-label={translate(word('words.message.format'))}
      >
        <ToggleButton value="text" sx={{ minHeight: 40 }}>
          {translate('messages.create.format.text')}
        </ToggleButton>
        <ToggleButton value="json" sx={{ minHeight: 40 }}>
          {translate('messages.create.format.json')}
        </ToggleButton>
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

/** Body of the chosen type. The form keeps the bodies of the other types. */
export function BodyInput() {
  const translate = useTranslate()
  const [type, format] = useWatch<DownlinkValues, ['type', 'format']>({ name: ['type', 'format'] })
  const isText = type === 'config' && format === 'text'
  const input = (
    <CodeInput
      key={type}
      source={type}
      label={translate('messages.body')}
      language={isText ? 'plaintext' : 'json'}
      hint={translate(`messages.create.hints.${type === 'config' && !isText ? 'configJson' : type}`)}
    />
  )
  return type === 'config' ? <AddressImport actions={<FormatSwitch />}>{input}</AddressImport> : input
}

/** When the message expires, folded away, because few do. Only on servers whose downlinks expire. */
export function ExpiryInput() {
  const translate = useTranslate()
  const isOffered = useCapability(CONFIRMATIONS_CAPABILITY)
  const { control } = useFormContext<DownlinkValues>()
  const value = useWatch({ control, name: 'expires_at' })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isOffered) return null
  const isShown = isOpen || Boolean(value)
  return (
    <div>
      <Button
        size="small"
        aria-expanded={isShown}
        aria-controls={id}
        disabled={Boolean(value)}
        endIcon={<ExpandIcon sx={{ rotate: isShown ? '180deg' : undefined }} />}
        onClick={() => setOpen(!isOpen)}
      >
        {translate('messages.create.expiry')}
      </Button>
      <Box id={id} hidden={!isShown} sx={{ mt: 1.5, maxWidth: 400 }}>
        {isShown && (
          <DateTimeInput
            source="expires_at"
            label={translate('messages.create.expiresAt')}
            hint={translate('messages.create.expiryHint')}
          />
        )}
      </Box>
    </div>
  )
}
