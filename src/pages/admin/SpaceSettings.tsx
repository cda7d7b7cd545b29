import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack, TextField } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { settingsApi, spacesPerAccountSchema } from '#contract/settings'
import { Loaded, Section, useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { answerKey, useAnswer, useCalls } from '../../dataProvider/calls'
import { useTranslate } from '../../i18n/translate'

const formSchema = z.object({
  limit: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(spacesPerAccountSchema),
})

const valuesOf = (limit: number | null) => ({ limit: limit === null ? '' : String(limit) })

/** How many spaces one person may own. */
function LimitForm({ limit }: { limit: number | null }) {
  const translate = useTranslate()
  const { ask } = useCalls()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    values: valuesOf(limit),
  })

  const save = handleSubmit(async ({ limit: spaces_per_account }) => {
    try {
      const saved = await ask(settingsApi.update, { body: { spaces_per_account } })
      if (!saved) return
      queryClient.setQueryData(answerKey(settingsApi.get), saved)
      toast({ kind: 'success', title: translate('admin.spaces.saved') })
    } catch (error) {
      showFailure(error)
    }
  })

  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 420, alignItems: 'flex-start' }}
      onSubmit={(event) => void save(event)}
    >
      <Controller
        name="limit"
        control={control}
        render={({ field: { ref, ...field }, fieldState: { invalid } }) => (
          <TextField
            {...field}
            inputRef={ref}
            fullWidth
            label={translate('admin.spaces.limit')}
            error={invalid}
            helperText={translate(invalid ? 'admin.spaces.error' : 'admin.spaces.hint')}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          />
        )}
      />
      <Button type="submit" variant="outlined" disabled={formState.isSubmitting}>
        {translate('admin.spaces.save')}
      </Button>
    </Stack>
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
