import { Button, Stack } from '@mui/material'
import { useLocale } from 'react-admin'
import { FormProvider, useForm } from 'react-hook-form'
import { type Settings, settingsApi, settingsInputSchema } from '#contract/settings'
import { NumberInput } from '../../components/form'
import { contractResolver } from '../../components/form/resolver'
import { Loaded, Section } from '../../components/page'
import { msg as word } from '../../components/words/texts'
import { useAnswer } from '../../dataProvider/answers'
import { msg, useTranslate } from './texts'
import { useSaveSetting } from './useSaveSetting'

const schema = settingsInputSchema.pick({ spaces_per_account: true })

/** Number of spaces that one person may own. */
function LimitForm({ settings }: { settings: Settings }) {
  const translate = useTranslate()
  const saveSetting = useSaveSetting()
  const locale = useLocale()
  const form = useForm({
    resolver: contractResolver({ schema, locale, fromForm: (values) => values }),
    values: { spaces_per_account: settings.spaces_per_account },
  })

  const save = form.handleSubmit((body) =>
    saveSetting(settings, 'spaces_per_account', body, translate('admin.spaces.saved')),
  )

  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        sx={{ maxWidth: 420, alignItems: 'flex-start' }}
        onSubmit={(event) => void save(event)}
      >
        <NumberInput
          source="spaces_per_account"
          label={word('words.settings.spaces')}
          hint={msg('admin.spaces.hint')}
          keyboard="numeric"
        />
        <Button type="submit" variant="outlined" disabled={form.formState.isSubmitting}>
          {translate('admin.spaces.save')}
        </Button>
      </Stack>
    </FormProvider>
  )
}

/** The limits of spaces on this server. */
export function SpaceSettings() {
  const translate = useTranslate()
  return (
    <Section title={translate('admin.spaces.title')}>
      <Loaded query={useAnswer(settingsApi.get)}>{(settings) => <LimitForm settings={settings} />}</Loaded>
    </Section>
  )
}
