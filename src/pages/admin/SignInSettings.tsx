import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId, useState } from 'react'
import { type SecondFactorRule, type Settings, secondFactorRuleSchema, settingsApi } from '#contract/settings'
import { ConfirmDialog, Loaded, Section } from '../../components/page'
import { msg as word } from '../../components/words/texts'
import { useAnswer } from '../../dataProvider/answers'
import { useTranslate } from './texts'
import { useSaveSetting } from './useSaveSetting'

/** Who needs a second factor on this server. It shows the stored choice. */
function RequirementChoice({ settings }: { settings: Settings }) {
  const translate = useTranslate()
  const saveSetting = useSaveSetting()
  const labelId = useId()
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<SecondFactorRule>()

  const save = async (second_factor: SecondFactorRule) => {
    setBusy(true)
    if (await saveSetting(settings, 'second_factor', { second_factor }, translate('admin.signIn.saved')))
      setChosen(undefined)
    setBusy(false)
  }

  return (
    <FormControl>
      <FormLabel id={labelId}>{translate(word('words.settings.secondFactor'))}</FormLabel>
      <RadioGroup aria-labelledby={labelId} value={settings.second_factor}>
        {secondFactorRuleSchema.options.map((option) => (
          <FormControlLabel
            key={option}
            value={option}
            disabled={busy}
            control={
              <Radio
                size="small"
                onChange={() => (option === 'optional' ? void save(option) : setChosen(option))}
              />
            }
            label={translate(`admin.signIn.rules.${option}`)}
          />
        ))}
      </RadioGroup>
      <FormHelperText sx={{ mx: 0 }}>{translate('admin.signIn.hint')}</FormHelperText>
      {chosen && (
        <ConfirmDialog
          open
          title={translate('admin.signIn.question')}
          confirmLabel={translate('admin.signIn.require')}
          onConfirm={() => save(chosen)}
          onClose={() => setChosen(undefined)}
        >
          {translate('admin.signIn.warning')}
        </ConfirmDialog>
      )}
    </FormControl>
  )
}

/** How people sign in on this server. */
export function SignInSettings() {
  const translate = useTranslate()
  return (
    <Section title={translate('admin.signIn.title')}>
      <Loaded query={useAnswer(settingsApi.get)}>
        {(settings) => <RequirementChoice settings={settings} />}
      </Loaded>
    </Section>
  )
}
