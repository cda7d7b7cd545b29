import {
  Alert,
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { SelectInput, TextInput, useLocale } from 'react-admin'
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import {
  alertEmailsSchema,
  type NoticeSettings,
  noticeSettingsApi,
  noticeSettingsEntity,
  quietProblem,
} from '#contract/notices'
import { profileApi } from '#contract/profile'
import { browserTimezone } from '../../../clock'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { contractResolver, type FieldMessages } from '../../../components/form/resolver'
import { Loaded, Section, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useConfig } from '../../../config'
import { useAccount } from '../../../dataProvider/account'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { onLatest, saveOf } from '../../../dataProvider/versionedSave'
import { msg, useTranslate } from '../texts'
import { timezoneText } from '../timezones'
import { dayTimeOf } from './dayTime'

type Values = Omit<NoticeSettings, 'version'>

const schema = noticeSettingsEntity.input.superRefine((settings, context) => {
  const problem = quietProblem(settings)
  if (!problem) return
  const text =
    problem.why === 'same'
      ? msg('profile.notifications.errors.same')
      : msg('profile.notifications.errors.missing')
  context.addIssue({ code: 'custom', path: [problem.field], params: { text } })
})

const messages: FieldMessages = {
  quiet_from: msg('profile.notifications.errors.time'),
  quiet_to: msg('profile.notifications.errors.time'),
}

const valuesOf = ({ emails, digest_hour, quiet_from, quiet_to }: NoticeSettings): Values => ({
  emails,
  digest_hour,
  quiet_from,
  quiet_to,
})

const fromForm = ({ quiet_from, quiet_to, ...values }: Values) => ({
  ...values,
  quiet_from: dayTimeOf(quiet_from),
  quiet_to: dayTimeOf(quiet_to),
})

/** Frequency of e-mails. */
function EmailsChoice() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<Values, 'emails'>({ name: 'emails' })
  return (
    <FormControl>
      <FormLabel id={labelId}>{translate('profile.notifications.emails.choice')}</FormLabel>
      <RadioGroup aria-labelledby={labelId} {...field}>
        {alertEmailsSchema.options.map((option) => (
          <FormControlLabel
            key={option}
            value={option}
            control={<Radio size="small" />}
            label={translate(`profile.notifications.emails.${option}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** The full hours of a day. */
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  id: hour,
  name: `${String(hour).padStart(2, '0')}:00`,
}))

/** Hour of the daily e-mail. */
function DigestHour() {
  const emails = useWatch<Values, 'emails'>({ name: 'emails' })
  if (emails !== 'digest') return null
  return (
    <SelectInput
      source="digest_hour"
      label={msg('profile.notifications.emails.hour')}
      choices={HOURS}
      translateChoice={false}
      helperText={msg('profile.notifications.emails.hourHint')}
      sx={{ width: 280 }}
      isRequired
    />
  )
}

const UTC = 'UTC'

/** Saves the browser's time zone in the profile. */
function useTakeZone() {
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  return async () => {
    const saved = await ask(profileApi.update, { body: { timezone: browserTimezone() } })
    await put(profileApi.get, saved)
  }
}

/** Time zone of the hours; if it is UTC, a button takes the browser's zone. */
function ZoneOfTimes() {
  const translate = useTranslate()
  const timezone = useAccount().profile?.timezone ?? null
  const own = browserTimezone()
  const { mutate, isPending } = useMutation({
    mutationFn: useTakeZone(),
    onSuccess: () => toast({ kind: 'success', title: translate('profile.notifications.saved') }),
    onError: useFailureToast(),
  })
  return (
    <Box>
      <FormHelperText sx={{ mx: 0 }}>
        {timezone === null
          ? translate('profile.notifications.noZone', { zone: timezoneText(own) })
          : translate('profile.notifications.inZone', { zone: timezoneText(timezone) })}
      </FormHelperText>
      {(timezone ?? UTC) === UTC && own !== UTC && (
        <LoadingButton size="small" loading={isPending} onClick={() => mutate()}>
          {translate('profile.notifications.takeZone', { zone: timezoneText(own) })}
        </LoadingButton>
      )}
    </Box>
  )
}

const ENDS = ['quiet_from', 'quiet_to'] as const

/** Hours in which no e-mails are sent. */
function QuietHours() {
  const translate = useTranslate()
  const labelId = useId()
  const { trigger, formState } = useFormContext<Values>()
  // Each end may be wrong because of the other.
  const checkBoth = () => formState.isSubmitted && void trigger(ENDS)
  return (
    <FormControl component="fieldset" aria-labelledby={labelId}>
      <FormLabel id={labelId}>{translate('profile.notifications.quiet.title')}</FormLabel>
      <FormHelperText sx={{ mx: 0, mb: 1 }}>{translate('profile.notifications.quiet.hint')}</FormHelperText>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 160px))', gap: 2 }}>
        {ENDS.map((source) => (
          <TextInput
            key={source}
            source={source}
            label={
              source === 'quiet_from'
                ? msg('profile.notifications.quiet.from')
                : msg('profile.notifications.quiet.to')
            }
            helperText={source === 'quiet_from' && msg('profile.notifications.quiet.example')}
            onChange={checkBoth}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false } }}
          />
        ))}
      </Box>
      <ZoneOfTimes />
    </FormControl>
  )
}

function EmailsForm({ settings }: { settings: NoticeSettings }) {
  const translate = useTranslate()
  const locale = useLocale()
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  const showFailure = useFailureToast()
  const hasZone = useAccount().profile?.timezone != null
  const takeZone = useTakeZone()
  const form = useForm<Values>({
    resolver: contractResolver({ schema, locale, messages, fromForm }),
    values: valuesOf(settings),
  })

  const save = form.handleSubmit(async (typed) => {
    try {
      // First the zone: otherwise the hours would count in UTC.
      if (!hasZone && (typed.emails === 'digest' || typed.quiet_from)) await takeZone()
      const saved = await onLatest(async () => {
        const { version } = await ask(noticeSettingsApi.get)
        const based = { version, data: settings }
        return ask(noticeSettingsApi.update, saveOf(fromForm(typed), based))
      })
      await put(noticeSettingsApi.get, saved)
      // Shows the typed values as they were saved: 7 becomes 07:00.
      form.reset(valuesOf(saved))
      toast({ kind: 'success', title: translate('profile.notifications.saved') })
    } catch (error) {
      showFailure(error)
    }
  })

  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        spacing={3}
        sx={{ maxWidth: 600, alignItems: 'flex-start' }}
        onSubmit={(event) => void save(event)}
      >
        <Typography variant="body2" color="text.secondary">
          {translate('profile.notifications.emails.hint')}
        </Typography>
        <EmailsChoice />
        <DigestHour />
        <QuietHours />
        <LoadingButton type="submit" variant="contained" loading={form.formState.isSubmitting}>
          {translate('profile.notifications.save')}
        </LoadingButton>
      </Stack>
    </FormProvider>
  )
}

/** Choices of when the person gets e-mails about alerts. Rules, "Alerts". */
export function EmailsSection() {
  const translate = useTranslate()
  const { sendsMail } = useConfig()
  return (
    <Section title={translate('profile.notifications.emails.title')}>
      {!sendsMail && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('profile.notifications.emails.notSent')}
        </Alert>
      )}
      <Loaded query={useAnswer(noticeSettingsApi.get)}>
        {(settings) => <EmailsForm settings={settings} />}
      </Loaded>
    </Section>
  )
}
