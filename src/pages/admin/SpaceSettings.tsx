import { Button, Stack } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from 'react-admin'
import { FormProvider, useForm } from 'react-hook-form'
import { settingsApi, settingsInputSchema } from '#contract/settings'
import { Loaded, Section, useFailureToast } from '../../components/page'
import { NumberInput } from '../../components/page/form'
import { contractResolver } from '../../components/page/form/resolver'
import { toast } from '../../components/toast/toasts'
import { answerKey, useAnswer } from '../../dataProvider/calls'
import { useSpaceport } from '../../dataProvider/queries'
import { msg, useTranslate } from './texts'

const schema = settingsInputSchema.pick({ spaces_per_account: true })

/** How many spaces one person may own. */
function LimitForm({ limit }: { limit: number | null }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const locale = useLocale()
  const form = useForm({
    resolver: contractResolver({ schema, locale, fromForm: (values) => values }),
    values: { spaces_per_account: limit },
  })

  const save = form.handleSubmit(async (body) => {
    try {
      const saved = await ask(settingsApi.update, { body })
      queryClient.setQueryData(answerKey(settingsApi.get), saved)
      toast({ kind: 'success', title: translate('admin.spaces.saved') })
    } catch (error) {
      showFailure(error)
    }
  })

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
          label={msg('admin.spaces.limit')}
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
      <Loaded query={useAnswer(settingsApi.get)}>
        {({ spaces_per_account }) => <LimitForm limit={spaces_per_account} />}
      </Loaded>
    </Section>
  )
}
