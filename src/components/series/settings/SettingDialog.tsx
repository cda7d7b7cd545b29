import {
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  DialogContentText,
  FormControlLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Stack,
  TextField,
} from '@mui/material'
import { type FormEvent, useState } from 'react'
import { labelsOf, unitOf } from '#contract/series/names'
import {
  DECIMALS_MAX,
  LABEL_MAX_LENGTH,
  labelSchema,
  type SeriesSetting,
  UNIT_MAX_LENGTH,
} from '#contract/series/settings'
import { patternOf, plainSetting } from '#contract/series/shown'
import { TaskDialog } from '../../dialog/TaskDialog'
import { useTranslate } from '../texts'
import { useChangeSettings, useSettings } from './useSettings'
import type { Named } from './valueActs'

interface Typed {
  label: string
  unit: string
  hasNoUnit: boolean
  /** Empty means as many as the value has. */
  decimals: string
}

const typedOf = ({ label, unit, decimals }: SeriesSetting): Typed => ({
  label: label ?? '',
  unit: unit ?? '',
  hasNoUnit: unit === '',
  decimals: decimals === null ? '' : String(decimals),
})

const fieldsOf = ({ label, unit, hasNoUnit, decimals }: Typed) => ({
  label: labelSchema.parse(label),
  unit: hasNoUnit ? '' : unit.trim() || null,
  decimals: decimals === '' ? null : Number(decimals),
})

interface SettingDialogProps extends Named {
  onClose: () => void
}

/** The settings of a value in the space: name, unit and decimals. Only changed settings are sent. */
export default function SettingDialog({ path, label: name, onClose }: SettingDialogProps) {
  const translate = useTranslate()
  const change = useChangeSettings()
  const settings = useSettings().data?.series ?? []
  const pattern = patternOf(path)
  const settingOf = (of: string) => settings.find((one) => one.path === of) ?? plainSetting(of)
  const isOwn = path !== pattern && settings.some((one) => one.path === path)
  const [target, setTarget] = useState(isOwn ? path : pattern)
  const [typed, setTyped] = useState(typedOf(settingOf(target)))
  const [isBusy, setBusy] = useState(false)
  const set = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const [before, after] = [fieldsOf(typedOf(settingOf(target))), fieldsOf(typed)]
    const changed = {
      ...(after.label !== before.label && { label: after.label }),
      ...(after.unit !== before.unit && { unit: after.unit }),
      ...(after.decimals !== before.decimals && { decimals: after.decimals }),
    }
    if (Object.keys(changed).length === 0) return onClose()
    setBusy(true)
    const isDone = await change({
      of: () => [{ path: target, ...changed }],
      done: translate('series.done.saved', { name: after.label ?? name }),
    })
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <TaskDialog title={translate('series.form.title', { name })} onClose={onClose} maxWidth="xs">
      <form onSubmit={save} noValidate>
        <DialogContent>
          <DialogContentText variant="body2">{translate('series.form.help')}</DialogContentText>
          <Stack spacing={2} sx={{ mt: 2 }}>
            {path !== pattern && (
              <RadioGroup
                aria-label={translate('series.form.scope')}
                value={target}
                onChange={(_event, next) => {
                  setTarget(next)
                  setTyped(typedOf(settingOf(next)))
                }}
                sx={{ overflowWrap: 'anywhere' }}
              >
                <FormControlLabel
                  value={pattern}
                  control={<Radio size="small" />}
                  label={translate('series.form.items', { path: pattern })}
                />
                <FormControlLabel
                  value={path}
                  control={<Radio size="small" />}
                  label={translate('series.form.one', { path })}
                />
              </RadioGroup>
            )}
            <TextField
              label={translate('series.form.label')}
              value={typed.label}
              onChange={({ target }) => set({ label: target.value })}
              placeholder={labelsOf([path]).get(path)}
              slotProps={{ htmlInput: { maxLength: LABEL_MAX_LENGTH } }}
            />
            <TextField
              label={translate('series.form.unit')}
              value={typed.hasNoUnit ? '' : typed.unit}
              disabled={typed.hasNoUnit}
              onChange={({ target }) => set({ unit: target.value })}
              placeholder={unitOf(path) ?? undefined}
              slotProps={{ htmlInput: { maxLength: UNIT_MAX_LENGTH } }}
            />
            <FormControlLabel
              control={<Checkbox size="small" />}
              checked={typed.hasNoUnit}
              onChange={(_event, hasNoUnit) => set({ hasNoUnit })}
              label={translate('series.form.noUnit')}
            />
            <TextField
              select
              label={translate('series.form.decimals')}
              value={typed.decimals}
              onChange={({ target }) => set({ decimals: target.value })}
              slotProps={{ select: { displayEmpty: true } }}
            >
              <MenuItem value="">{translate('series.form.asSent')}</MenuItem>
              {Array.from({ length: DECIMALS_MAX + 1 }, (_, count) => (
                <MenuItem key={count} value={String(count)}>
                  {count}
                </MenuItem>
              ))}
            </TextField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {translate('series.form.save')}
          </Button>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
