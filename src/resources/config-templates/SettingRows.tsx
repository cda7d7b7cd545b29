import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import { LABEL_HEIGHT } from '../../theme/theme'
import { NEW_ROW, type SettingRow } from './settings'
import { msg, useTranslate } from './texts'

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

/** The settings of a template as rows with a name and a value. */
export default function SettingRows() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<{ settings: SettingRow[] }, 'settings'>({
    name: 'settings',
  })
  const addButton = useRef<HTMLButtonElement>(null)

  const removeRow = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ ...PLAIN, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {translate('config-templates.fields.settings')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('config-templates.form.none')}
      </Typography>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate('config-templates.form.setting', { number: index + 1 })}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr auto', sm: '2fr 1fr auto' },
            alignItems: 'start',
            gap: 1,
            width: '100%',
            ...PLAIN,
          }}
        >
          <TextInput
            source={`settings.${index}.name`}
            label={msg('config-templates.form.settingName')}
            helperText={false}
            fullWidth
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          />
          <TextInput
            source={`settings.${index}.value`}
            label={msg('config-templates.form.settingValue')}
            helperText={false}
            fullWidth
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
          />
          <IconButton
            aria-label={translate('config-templates.form.remove', { number: index + 1 })}
            onClick={() => removeRow(index)}
            sx={{ mt: `${LABEL_HEIGHT + 2}px` }}
          >
            <RemoveIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        ref={addButton}
        startIcon={<AddIcon />}
        onClick={() => append(NEW_ROW, { focusName: `settings.${fields.length}.name` })}
      >
        {translate('config-templates.form.add')}
      </Button>
    </Stack>
  )
}
