import { Box, Button, TextField, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { SIM_STATES, type SimChanges, simChangesSchema, simProfiles } from '#contract/sims'
import { msg as word } from '../../../../components/words/texts'
import { useConfig } from '../../../../config'
import { useTranslateText } from '../../../../i18n'
import { useTranslate } from '../texts'

const GROUPS = ['cloudV2', 'cloudV1', 'other'] as const
const ATTRIBUTES = ['attr1', 'attr2'] as const

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The options other than "keep". */
  children: ReactNode
}

/** A native select that keeps the value of each SIM unless something is chosen. */
function Choice({ label, value, onChange, children }: ChoiceProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <TextField
      id={id}
      label={label}
      size="small"
      fullWidth
      select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{translate('admin.sims.change.keep')}</option>
      {children}
    </TextField>
  )
}

/** Whether to set an attribute, and to which text; an empty text clears it. */
function AttributeChoice({ field, wanted, onWanted }: FieldProps & { field: (typeof ATTRIBUTES)[number] }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const label = translate(word(`words.sim.${field}`))
  const value = wanted[field]
  const { error } = simChangesSchema.safeParse({ [field]: value })
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Choice
        label={label}
        value={value === undefined ? '' : 'set'}
        onChange={(chosen) => onWanted({ ...wanted, [field]: chosen === '' ? undefined : '' })}
      >
        <option value="set">{translate('admin.sims.change.setTo')}</option>
      </Choice>
      {value !== undefined && (
        <TextField
          label={translate('admin.sims.change.newValue', { label })}
          size="small"
          fullWidth
          value={value}
          placeholder={translate('admin.sims.change.empty')}
          onChange={({ target }) => onWanted({ ...wanted, [field]: target.value })}
          error={error !== undefined}
          helperText={error && translateText(error.issues[0]?.message ?? '')}
        />
      )}
    </Box>
  )
}

interface FieldProps {
  /** The chosen values; an omitted field keeps its value. */
  wanted: SimChanges
  onWanted: (wanted: SimChanges) => void
}

interface ChangeFormProps extends FieldProps {
  /** Number of selected rows. */
  selected: number
  /** Values are being looked up. */
  isBusy: boolean
  onPreview: () => void
}

/** Chooses the new values of the selected SIMs; a field without a choice keeps its value. Rules, "SIM cards". */
export function ChangeForm({ selected, wanted, onWanted, isBusy, onPreview }: ChangeFormProps) {
  const translate = useTranslate()
  const { productPrefix } = useConfig()
  const hintId = useId()
  const { success, data } = simChangesSchema.safeParse(wanted)
  const isNothing = Object.values(wanted).every((value) => value === undefined)
  const profiles = simProfiles(productPrefix)
  const hint =
    selected === 0
      ? translate('admin.sims.change.selectFirst')
      : isNothing
        ? translate('admin.sims.change.chooseFirst')
        : ''
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: '1fr',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        <Choice
          label={translate(word('words.sim.state'))}
          value={wanted.state ?? ''}
          onChange={(chosen) => onWanted({ ...wanted, state: SIM_STATES.find((state) => state === chosen) })}
        >
          {SIM_STATES.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </Choice>
        <Choice
          label={translate(word('words.sim.profile'))}
          value={wanted.profile ?? ''}
          onChange={(chosen) => onWanted({ ...wanted, profile: chosen || undefined })}
        >
          {GROUPS.map((group) => (
            <optgroup key={group} label={translate(`admin.sims.change.profiles.${group}`)}>
              {profiles[group].map((profile) => (
                <option key={profile} value={profile}>
                  {profile}
                </option>
              ))}
            </optgroup>
          ))}
        </Choice>
        {ATTRIBUTES.map((field) => (
          <AttributeChoice key={field} field={field} wanted={wanted} onWanted={onWanted} />
        ))}
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'end', gap: 2, mt: 2 }}
      >
        <Typography id={hintId} variant="body2" color="text.secondary">
          {hint}
        </Typography>
        <Button
          variant="contained"
          disabled={isBusy || selected === 0 || isNothing || !success || !data}
          aria-describedby={hintId}
          onClick={onPreview}
        >
          {translate('admin.sims.change.preview', { smart_count: selected })}
        </Button>
      </Box>
    </>
  )
}
