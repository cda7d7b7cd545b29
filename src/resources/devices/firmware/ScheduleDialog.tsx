import { Autocomplete, Stack, TextField } from '@mui/material'
import { TextInput, ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import { DEFAULT_FIRMWARE_TARGET, firmwareApi, firmwareCreateSchema } from '#contract/firmware'
import { CreateDialog, type FieldMessages } from '../../../components/form'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useSpaceport } from '../../../dataProvider/queries'
import { msg, useTranslate } from './texts'

interface FirmwareValues {
  firmware: string | null
  target: string | null
}

const EMPTY: FirmwareValues = { firmware: null, target: DEFAULT_FIRMWARE_TARGET }

const firmwareCodec = {
  fromForm: ({ firmware, target }: FirmwareValues): z.input<typeof firmwareCreateSchema> => ({
    firmware: (firmware ?? '').trim(),
    target: target ?? '',
  }),
}

const fieldMessages: FieldMessages = { firmware: { pattern: msg('devices.firmware.schedule.firmwareHint') } }

/** Firmware id, with suggestions from the device's earlier jobs. */
function FirmwareIdInput({ suggestions }: { suggestions: readonly string[] }) {
  const translate = useTranslate()
  const { field, fieldState } = useController<FirmwareValues, 'firmware'>({ name: 'firmware' })
  const error = fieldState.error?.message
  return (
    <Autocomplete
      freeSolo
      autoHighlight={false}
      options={suggestions}
      clearText={translate('ra.action.clear_input_value')}
      inputValue={field.value ?? ''}
      onInputChange={(_event, text) => field.onChange(text)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('devices.firmware.firmwareId')}
          required
          error={Boolean(error)}
          helperText={
            error ? <ValidationError error={error} /> : translate('devices.firmware.schedule.firmwareHint')
          }
          slotProps={{ htmlInput: { ...params.inputProps, spellCheck: false } }}
        />
      )}
    />
  )
}

interface ScheduleDialogProps {
  deviceId: string
  suggestions: readonly string[]
  onClose: () => void
  onScheduled: () => void
}

/** Dialog that schedules the download of a firmware to the device. Rules, "Firmware". */
export default function ScheduleDialog({ deviceId, suggestions, onClose, onScheduled }: ScheduleDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()

  const onCreated = () => {
    toast({
      kind: 'success',
      title: translate('devices.firmware.schedule.doneTitle'),
      description: translate('devices.firmware.schedule.done'),
    })
    onClose()
    onScheduled()
  }

  return (
    <CreateDialog
      resource={`devices/${deviceId}/firmware`}
      title={translate('devices.firmware.schedule.title')}
      submitLabel={translate('devices.firmware.schedule.submit')}
      onClose={onClose}
      initial={EMPTY}
      schema={firmwareCreateSchema}
      codec={firmwareCodec}
      messages={fieldMessages}
      create={(body) => ask(firmwareApi.create, { params: { deviceId }, body })}
      onCreated={onCreated}
    >
      <Stack sx={{ gap: 2.5 }}>
        <FirmwareIdInput suggestions={suggestions} />
        <TextInput
          source="target"
          label={word('words.firmware.target')}
          autoComplete="off"
          helperText={false}
          required
          fullWidth
        />
      </Stack>
    </CreateDialog>
  )
}
