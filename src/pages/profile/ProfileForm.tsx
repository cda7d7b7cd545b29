import { TextField } from '@mui/material'
import { useMemo } from 'react'
import { AutocompleteInput, TextInput, useLocale } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { type Profile, type ProfileInput, profileApi, profileEntity } from '#contract/profile'
import { storeUser } from '../../authProvider/session'
import { browserTimezone } from '../../clock'
import { EditForm, type FieldMessages, type FieldView, type FormCodec, Inputs } from '../../components/form'
import { useEditMode } from '../../components/page'
import { msg as word } from '../../components/words/texts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { type Based, saveOf } from '../../dataProvider/versionedSave'
import { type MessageKey } from '../../i18n/translate'
import { msg, useTranslate } from './texts'
import { isMatch, type Timezone, timezones, timezoneText } from './timezones'

/** Chooses a time zone by its place, country or offset. */
function TimezoneInput({ current }: { current: string | null }) {
  const translate = useTranslate()
  const locale = useLocale()
  const choices = useMemo(() => timezones(current), [current])
  return (
    <AutocompleteInput
      source="timezone"
      label={word('words.person.timezone')}
      choices={choices}
      matchSuggestion={(typed: string, zone: Timezone) => typed === zone.name || isMatch(typed, zone, locale)}
      translateChoice={false}
      noOptionsText={translate('profile.timezone.none')}
      helperText={translate('profile.timezone.hint', { zone: timezoneText(browserTimezone()) })}
      sx={{ gridColumn: '1 / -1' }}
    />
  )
}

/** A cleared input holds null. The picture has no input, so it is sent unchanged. */
type ProfileValues = Pick<Profile, keyof ProfileInput>

export const profileCodec: FormCodec<Profile, ProfileValues, z.input<typeof profileEntity.input>> = {
  toForm: ({ firstname, lastname, middlename, company, timezone, picture }) => ({
    firstname,
    lastname,
    middlename,
    company,
    timezone,
    picture,
  }),
  fromForm: ({ firstname, lastname, ...rest }) => ({
    ...rest,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
  }),
}

const LABELS: Readonly<Partial<Record<string, MessageKey>>> = {
  firstname: word('words.person.firstname'),
  lastname: word('words.person.lastname'),
  middlename: word('words.person.middlename'),
  company: word('words.person.company'),
  timezone: word('words.person.timezone'),
} satisfies Partial<Record<keyof ProfileInput, MessageKey>>

const messages: FieldMessages = {
  firstname: { required: msg('profile.errors.firstname') },
  lastname: { required: msg('profile.errors.lastname') },
}

/** Label and view of a field in a comparison. */
const viewOf = (field: string): FieldView => ({
  label: LABELS[field] ?? word('words.person.firstname'),
  show: (profile) => String(profile[field] ?? '–'),
})

/** Whether the previous history entry is in the console. */
const hasStepBack = () => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/** Form of the profile; it goes back after saving. Rules, "Profile". */
export default function ProfileForm({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  const { stopEditing } = useEditMode()

  const save = async (input: ProfileInput, based: Based) => {
    const saved = await ask(profileApi.update, saveOf(input, based))
    await put(profileApi.get, saved)
    storeUser(saved)
    return saved
  }

  return (
    <EditForm
      resource="profile"
      row={profile}
      schema={profileEntity.input}
      codec={profileCodec}
      messages={messages}
      save={save}
      reload={() => ask(profileApi.get)}
      viewOf={viewOf}
      onSaved={() => (hasStepBack() ? void navigate(-1) : stopEditing())}
    >
      {(actions) => (
        <>
          <Inputs
            sx={{
              display: 'grid',
              rowGap: 1.5,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              columnGap: 2,
            }}
          >
            <TextField
              label={translate(word('words.person.email'))}
              value={profile.email}
              slotProps={{ input: { readOnly: true } }}
              helperText={translate('profile.emailIsFixed')}
              sx={{ gridColumn: '1 / -1', mb: 1 }}
            />
            <TextInput
              source="firstname"
              label={word('words.person.firstname')}
              isRequired
              autoComplete="given-name"
            />
            <TextInput
              source="lastname"
              label={word('words.person.lastname')}
              isRequired
              autoComplete="family-name"
            />
            <TextInput
              source="middlename"
              label={word('words.person.middlename')}
              autoComplete="additional-name"
            />
            <TextInput source="company" label={word('words.person.company')} autoComplete="organization" />
            <TimezoneInput current={profile.timezone} />
          </Inputs>
          {actions}
        </>
      )}
    </EditForm>
  )
}
