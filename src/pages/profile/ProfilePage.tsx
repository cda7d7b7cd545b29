import NoticesIcon from '@mui/icons-material/NotificationsNone'
import SecurityIcon from '@mui/icons-material/ShieldOutlined'
import {
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Switch,
} from '@mui/material'
import { Suspense, useId } from 'react'
import { Link } from 'react-router-dom'
import { NOTICES_CAPABILITY } from '#contract/notices/capability'
import { addresses } from '../../addresses'
import { lazyPart, Waiting } from '../../components/lazyPart'
import {
  DraftOffer,
  EditButton,
  Field,
  FieldList,
  Loaded,
  PageHeader,
  PageNameProvider,
  Section,
  useEditMode,
} from '../../components/page'
import { RecordTabs } from '../../components/resource/RecordPage'
import { useHasKeys } from '../../components/shortcuts/useShortcut'
import { msg as word } from '../../components/words/texts'
import { useCapability, useHasSecurity } from '../../config'
import { useProfile } from '../../dataProvider/answers'
import { languages } from '../../i18n/catalogs'
import { DARK_MODES, setPreferences, useLanguage, usePreferences } from '../../preferences'
import { msg, useTranslate } from './texts'
import { timezoneText } from './timezones'

const AuthenticationsSection = lazyPart(() => import('./AuthenticationsSection'))
const RefusalsSection = lazyPart(() => import('./RefusalsSection'))
const ProfileForm = lazyPart(() => import('./ProfileForm'))

const FIELDS = ['email', 'firstname', 'lastname', 'middlename', 'company', 'timezone'] as const

/** The signed-in person, as a view or a form. Rules, "Profile". */
function ProfileTab() {
  const translate = useTranslate()
  const { editing } = useEditMode()
  return (
    <Loaded query={useProfile()}>
      {(profile) => (
        <>
          {!editing && <DraftOffer resource="profile" id={profile.id} />}
          <Section title={translate('profile.tabs.profile')} actions={<EditButton editing={editing} />}>
            {editing ? (
              <Suspense fallback={<Waiting />}>
                <ProfileForm profile={profile} />
              </Suspense>
            ) : (
              <FieldList>
                {FIELDS.map((name) => (
                  <Field key={name} label={translate(word(`words.person.${name}`))}>
                    {name === 'timezone' && profile.timezone ? timezoneText(profile.timezone) : profile[name]}
                  </Field>
                ))}
              </FieldList>
            )}
          </Section>
          <AuthenticationsSection />
          <RefusalsSection />
        </>
      )}
    </Loaded>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; name: string; lang?: string }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const labelId = useId()
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup row aria-labelledby={labelId} value={value}>
        {choices.map(({ value, name, lang }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" onChange={() => onChange(value)} />}
            label={<span lang={lang}>{name}</span>}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** Preferences of this browser. They apply at once. Rules, "Preferences". */
function SettingsTab() {
  const translate = useTranslate()
  const { darkMode, thinMode, shortcuts } = usePreferences()
  const language = useLanguage()
  const hasKeys = useHasKeys()
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
        {hasKeys && (
          <FormControl>
            <FormControlLabel
              control={
                <Switch
                  checked={shortcuts}
                  onChange={(_event, checked) => setPreferences({ shortcuts: checked })}
                />
              }
              label={translate('profile.settings.shortcuts')}
            />
            <FormHelperText sx={{ mx: 0 }}>{translate('profile.settings.shortcutsHelp')}</FormHelperText>
          </FormControl>
        )}
        <FormHelperText>{translate('profile.settings.local')}</FormHelperText>
      </Stack>
    </Section>
  )
}

/** Profile and settings; the address holds the tab. Rules, "Profile". */
export default function ProfilePage() {
  const translate = useTranslate()
  const hasSecurity = useHasSecurity()
  const hasNotices = useCapability(NOTICES_CAPABILITY)
  return (
    <>
      <PageHeader
        title={translate('layout.titles.profile')}
        actions={
          <>
            {hasNotices && (
              <Button
                variant="outlined"
                startIcon={<NoticesIcon />}
                component={Link}
                to={`${addresses.profile}/notifications`}
              >
                {translate('layout.titles.notifications')}
              </Button>
            )}
            {hasSecurity && (
              <Button
                variant="outlined"
                startIcon={<SecurityIcon />}
                component={Link}
                to={addresses.security}
              >
                {translate('layout.titles.security')}
              </Button>
            )}
          </>
        }
      />
      <PageNameProvider value={translate('layout.titles.profile')}>
        <RecordTabs
          label={translate('layout.titles.profile')}
          tabs={[
            { id: 'profile', label: msg('profile.tabs.profile'), Panel: ProfileTab },
            { id: 'settings', label: msg('profile.tabs.settings'), Panel: SettingsTab },
          ]}
        />
      </PageNameProvider>
    </>
  )
}
