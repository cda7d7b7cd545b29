import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { type ConfigTemplate, configTemplatesApi, configurationApi } from '#contract/configuration'
import type { TagRef } from '#contract/tags'
import { TagSelect } from '../../../components/tags/TagsInput'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import LabelRows from '../LabelRows'
import type { LabelRow } from '../labels'
import { useTranslate as useDevicesTranslate } from '../texts'
import type { Shared } from './rows'
import { useTranslate } from './texts'

interface TemplateInputProps {
  value: ConfigTemplate | null
  onChange: (template: ConfigTemplate | null) => void
}

/** The template whose settings are wished for each device; nothing if there is none, or the person may not wish. */
function TemplateInput({ value, onChange }: TemplateInputProps) {
  const translate = useTranslate()
  const isOffered = useCapability(configTemplatesApi.list.capability)
  const mayRead = usePermission(configTemplatesApi.list.permission)
  const mayWish = usePermission(configurationApi.wish.permission)
  const { data = [] } = useGetList('config-templates', WHOLE_LIST, {
    enabled: isOffered && mayRead && mayWish,
    onError: () => undefined,
  })
  if (data.length === 0) return null
  return (
    <TextField
      select
      label={translate('devices.intake.template')}
      helperText={value && translate('devices.intake.templateHint')}
      value={value?.id ?? ''}
      onChange={({ target }) => onChange(data.find(({ id }) => id === target.value) ?? null)}
    >
      <MenuItem value="">{translate('devices.intake.noTemplate')}</MenuItem>
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The labels that all devices get, as a form has them. */
export interface LabelValues {
  label: LabelRow[]
}

/** What a person chooses for all devices, besides their labels. */
export type Chosen = Omit<Shared, 'label'> & { template: ConfigTemplate | null }

interface SharedInputsProps {
  shared: Chosen
  onChange: (shared: Chosen) => void
  labels: UseFormReturn<LabelValues>
}

/** What all devices get that have none of their own. */
export function SharedInputs({ shared, onChange, labels }: SharedInputsProps) {
  const translate = useTranslate()
  const devicesTranslate = useDevicesTranslate()
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mb: 2, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1.5 }}>
        {translate('devices.intake.forAll')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
        }}
      >
        <TextField
          label={translate('devices.intake.pattern')}
          helperText={translate('devices.intake.patternHint', { nn: '{nn}', serial: '{serial}' })}
          value={shared.pattern}
          onChange={({ target }) => onChange({ ...shared, pattern: target.value })}
          autoComplete="off"
        />
        <TagSelect
          label={devicesTranslate('devices.fields.tags')}
          value={shared.tags}
          onChange={(tags: TagRef[]) => onChange({ ...shared, tags })}
        />
        <TextField
          label={devicesTranslate('devices.fields.comment')}
          value={shared.comment}
          onChange={({ target }) => onChange({ ...shared, comment: target.value })}
          autoComplete="off"
        />
        <TemplateInput value={shared.template} onChange={(template) => onChange({ ...shared, template })} />
      </Box>
      <Box sx={{ maxWidth: 640 }}>
        <FormProvider {...labels}>
          <LabelRows />
        </FormProvider>
      </Box>
    </Box>
  )
}
