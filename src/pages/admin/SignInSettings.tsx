import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type SecondFactorRule, secondFactorRuleSchema, settingsApi } from '#contract/settings'
import { ConfirmDialog, Loaded, Section, useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { answerKey, useAnswer } from '../../dataProvider/calls'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** From whom this server requires a second factor. The choice that is shown is the one that is stored. */
function RequirementChoice({ rule }: { rule: SecondFactorRule }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const labelId = useId()
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<SecondFactorRule>()

  const save = async (second_factor: SecondFactorRule) => {
    setBusy(true)
    try {
      const saved = await ask(settingsApi.update, { body: { second_factor } })
      queryClient.setQueryData(answerKey(settingsApi.get), saved)
      toast({ kind: 'success', title: translate('admin.signIn.saved') })
      setChosen(undefined)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormControl>
      <FormLabel id={labelId}>{translate('admin.signIn.secondFactor')}</FormLabel>
      <RadioGroup aria-labelledby={labelId} value={rule}>
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
        {({ second_factor }) => <RequirementChoice rule={second_factor} />}
      </Loaded>
    </Section>
  )
}
