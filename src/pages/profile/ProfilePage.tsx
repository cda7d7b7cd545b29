import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Switch,
  Tab,
  Tabs,
} from '@mui/material'
import { Suspense, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Profile } from '#contract/profile'
import { lazyPart, Waiting } from '../../components/lazyPart'
import {
  DraftOffer,
  EditButton,
  Field,
  FieldList,
  Loaded,
  PageHeader,
  Section,
  useEditMode,
} from '../../components/page'
import { useProfile } from '../../dataProvider/useProfile'
import { languages } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { DARK_MODES, setPreferences, useLanguage, usePreferences } from '../../preferences'

const ProfileForm = lazyPart(() => import('./ProfileForm'))

function ProfileView({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const fields = ['email', 'company', 'firstname', 'lastname', 'middlename', 'timezone'] as const
  return (
    <FieldList>
      {fields.map((name) => (
        <Field key={name} label={translate(`profile.fields.${name}`)}>
          {profile[name]}
        </Field>
      ))}
    </FieldList>
  )
}

function ProfileCard({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const { editing } = useEditMode()
  return (
    <>
      {!editing && <DraftOffer resource="profile" id={profile.id} />}
      <Section title={translate('profile.tabs.profile')} actions={<EditButton editing={editing} />}>
        {editing ? (
          <Suspense fallback={<Waiting />}>
            <ProfileForm profile={profile} />
          </Suspense>
        ) : (
          <ProfileView profile={profile} />
        )}
      </Section>
    </>
  )
}

/** The signed-in person, as view and as form. Spec 1, section 2. */
function ProfileTab() {
  return <Loaded query={useProfile()}>{(profile) => <ProfileCard profile={profile} />}</Loaded>
}

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

/** Preferences of this browser. They apply at once. Spec 1, section 2. */
function SettingsTab() {
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

const TABS = ['profile', 'settings'] as const

/** Profile and settings; the tab is in the address. Spec 1, section 2. */
export default function ProfilePage() {
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'settings' ? 'settings' : 'profile'
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader title={translate('profile.title')} />
      <Tabs
        value={tab}
        onChange={(_event, chosen: string) => setSearch({ tab: chosen }, { replace: true })}
        aria-label={translate('profile.title')}
        sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={name === tab ? 'tab-panel' : undefined}
            label={translate(`profile.tabs.${name}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'profile' ? <ProfileTab /> : <SettingsTab />}
      </div>
    </Box>
  )
}
