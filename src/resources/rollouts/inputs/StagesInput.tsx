import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, Chip, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { SelectInput, TextInput } from 'react-admin'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { STAGES_MAX } from '#contract/rollouts'
import { NumberInput } from '../../../components/form'
import { NEW_STAGE, PRESETS, type StagedValues } from '../../../components/rollouts/stages'
import { msg, useTranslate } from '../../../components/rollouts/texts'
import { StageDevices, StageTag } from './StageMembers'

/** Two inputs beside each other, or below each other on a phone. */
const PAIR = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
}

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

const SIZES = (['count', 'share', 'tag', 'devices', 'rest'] as const).map((id) => ({
  id,
  name: msg(`rollouts.form.size_.${id}`),
}))
const GATES = (['none', 'time', 'person'] as const).map((id) => ({
  id,
  name: msg(`rollouts.form.gate_.${id}`),
}))
/** The last gate decides only how long the devices are watched. */
const LAST_GATES = (['none', 'time'] as const).map((id) => ({
  id,
  name: msg(`rollouts.form.gateLast_.${id}`),
}))

const PRESET_NAMES = ['all', 'careful', 'asked'] as const

/** The devices of a stage. */
function SizeInputs({ index }: { index: number }) {
  const kind = useWatch<StagedValues, `stages.${number}.kind`>({ name: `stages.${index}.kind` })
  const source = `stages.${index}`
  return (
    <>
      <SelectInput
        source={`${source}.kind`}
        label={msg('rollouts.form.size')}
        choices={SIZES}
        helperText={false}
        isRequired
        fullWidth
      />
      {kind === 'count' && (
        <NumberInput
          source={`${source}.count`}
          label={msg('rollouts.form.count')}
          keyboard="numeric"
          isRequired
        />
      )}
      {kind === 'share' && (
        <NumberInput
          source={`${source}.percent`}
          label={msg('rollouts.form.percent')}
          unit="%"
          keyboard="decimal"
          isRequired
        />
      )}
      {kind === 'tag' && <StageTag index={index} />}
      {kind === 'devices' && <StageDevices index={index} />}
    </>
  )
}

/** When the next stage begins, and what pauses it. */
function GateInputs({ index, isLast }: { index: number; isLast: boolean }) {
  const gate = useWatch<StagedValues, `stages.${number}.gate`>({ name: `stages.${index}.gate` })
  const source = `stages.${index}`
  return (
    <>
      <Box sx={PAIR}>
        <SelectInput
          source={`${source}.gate`}
          label={msg(isLast ? 'rollouts.form.gateLast' : 'rollouts.form.gate')}
          choices={isLast && gate !== 'person' ? LAST_GATES : GATES}
          helperText={false}
          isRequired
          fullWidth
        />
        {gate === 'time' && (
          <TextInput
            source={`${source}.wait`}
            label={msg('rollouts.form.wait')}
            helperText={msg('rollouts.form.waitHint')}
            autoComplete="off"
            fullWidth
          />
        )}
      </Box>
      {gate !== 'none' && (
        <Box sx={PAIR}>
          <NumberInput
            source={`${source}.failed_max`}
            label={msg('rollouts.form.failedMax')}
            keyboard="numeric"
          />
          <NumberInput
            source={`${source}.troubled_max`}
            label={msg('rollouts.form.troubledMax')}
            hint={msg('rollouts.form.troubledHint')}
            keyboard="numeric"
          />
        </Box>
      )}
    </>
  )
}

/** The form field `stages`: presets, and each stage as a row with its devices and its gate. */
export default function StagesInput() {
  const translate = useTranslate()
  const { setValue } = useFormContext<StagedValues>()
  const { fields, insert, remove } = useFieldArray<StagedValues, 'stages'>({ name: 'stages' })
  const addButton = useRef<HTMLButtonElement>(null)
  const choose = (preset: keyof typeof PRESETS) =>
    setValue('stages', structuredClone(PRESETS[preset]), { shouldDirty: true, shouldTouch: true })
  const removeRow = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }
  const last = fields.length - 1
  return (
    <Stack component="fieldset" data-field sx={{ ...PLAIN, gap: 2, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {translate('rollouts.form.stages')}
      </Typography>
      <Box
        role="group"
        aria-label={translate('rollouts.form.presets')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {PRESET_NAMES.map((preset) => (
          <Chip
            key={preset}
            size="small"
            variant="outlined"
            label={translate(`rollouts.form.preset.${preset}`)}
            onClick={() => choose(preset)}
          />
        ))}
      </Box>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate('rollouts.form.stage', { number: index + 1 })}
          sx={{ ...PLAIN, width: '100%', borderTop: 1, borderColor: 'divider', pt: 2 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="subtitle2" component="h3" sx={{ flexGrow: 1 }}>
              {translate('rollouts.form.stage', { number: index + 1 })}
            </Typography>
            {fields.length > 1 && (
              <IconButton
                aria-label={translate('rollouts.form.removeStage', { number: index + 1 })}
                onClick={() => removeRow(index)}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
          <Stack sx={{ gap: 2 }}>
            <Box sx={PAIR}>
              <SizeInputs index={index} />
            </Box>
            <GateInputs index={index} isLast={index === last} />
          </Stack>
        </Box>
      ))}
      {fields.length < STAGES_MAX && (
        <Button
          ref={addButton}
          startIcon={<AddIcon />}
          // Before the last stage, which usually takes the rest.
          onClick={() => insert(Math.max(0, last), NEW_STAGE, { shouldFocus: false })}
        >
          {translate('rollouts.form.addStage')}
        </Button>
      )}
    </Stack>
  )
}
