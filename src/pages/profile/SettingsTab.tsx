import {
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Switch,
} from '@mui/material'
import { useId } from 'react'
import { Section } from '../../components/page'
import { languages } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { DARK_MODES, setPreferences, useLanguage, usePreferences } from '../../preferences'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; name: string; lang?: string }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const labelId = useId()
  const choose = (text: string) => {
    const chosen = choices.find((choice) => choice.value === text)
    if (chosen) onChange(chosen.value)
  }
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup row aria-labelledby={labelId} value={value} onChange={(_event, text) => choose(text)}>
        {choices.map(({ value, name, lang }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" />}
            label={<span lang={lang}>{name}</span>}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** What a person chooses for this browser; it holds at once. Spec 1, section 2. */
export function SettingsTab() {
  const translate = useTranslate()
  const { darkMode, thinMode } = usePreferences()
  const language = useLanguage()
  return (
    <Section title={translate('profile.tabs.settings')}>
      <Stack spacing={3}>
        <Choice
          label={translate('profile.settings.darkMode')}
          value={darkMode}
          choices={DARK_MODES.map((mode) => ({ value: mode, name: translate(`common.theme.${mode}`) }))}
          onChange={(mode) => setPreferences({ darkMode: mode })}
        />
        <Choice
          label={translate('profile.settings.language')}
          value={language}
          choices={languages.map(({ locale, name }) => ({ value: locale, name, lang: locale }))}
          onChange={(locale) => setPreferences({ preferredLanguage: locale })}
        />
        <FormControl>
          <FormControlLabel
            control={
              <Switch
                checked={thinMode}
                onChange={(_event, checked) => setPreferences({ thinMode: checked })}
              />
            }
            label={translate('profile.settings.thinMode')}
          />
          <FormHelperText sx={{ mx: 0 }}>{translate('profile.settings.thinModeHelp')}</FormHelperText>
        </FormControl>
        <FormHelperText>{translate('profile.settings.local')}</FormHelperText>
      </Stack>
    </Section>
  )
}
