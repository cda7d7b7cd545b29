import { Chip, Link, Stack } from '@mui/material'
import { installationApi, routinesApi } from '#contract/admin'
import { DOCUMENTATION_CAPABILITY } from '#contract/common'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { settingsApi } from '#contract/settings'
import { CopyText, Field, FieldList, PageHeader, Section } from '../../components/page'
import { useCapability, useConfig } from '../../config'
import { useAccount } from '../../dataProvider/account'
import { useClient } from '../../dataProvider/client'
import { InstallationSections } from './installation/InstallationSections'
import { OnRequest } from './request/OnRequest'
import { SignInSettings } from './SignInSettings'
import { SpaceSettings } from './SpaceSettings'
import { TroubledSpaces } from './TroubledSpaces'
import { useTranslate } from './texts'

/**
 * First page of the admin area: the state of the installation, where the server tells it, the administrator and the server.
 * Rules, "Admin area".
 */
export default function AdminPage() {
  const translate = useTranslate()
  const { profile } = useAccount()
  const { capabilities } = useConfig()
  const hasSettings = useCapability(settingsApi.get.capability)
  const apiBase = new URL(useClient().base, window.location.href).href
  const hasState = useCapability(installationApi.get.capability)
  const hasRoutines = useCapability(routinesApi.list.capability)
  const hasOverview = useCapability(OVERVIEW_CAPABILITY)
  const isDescribed = useCapability(DOCUMENTATION_CAPABILITY)
  const documentation = `${apiBase}/documentation`
  const name = [profile?.firstname, profile?.middlename, profile?.lastname].filter(Boolean).join(' ')
  return (
    <>
      <PageHeader title={translate('layout.admin.title')} />
      {hasOverview && <TroubledSpaces />}
      {hasState && <InstallationSections />}
      {hasRoutines && <OnRequest />}
      <Section title={translate('admin.administrator')}>
        <FieldList>
          <Field label={translate('admin.name')}>{name}</Field>
          <Field label={translate('admin.email')}>{profile?.email}</Field>
        </FieldList>
      </Section>
      {hasSettings && <SignInSettings />}
      {hasSettings && <SpaceSettings />}
      <Section title={translate('admin.server')}>
        <FieldList>
          <Field label={translate('admin.apiBase')}>
            <CopyText value={apiBase} what={translate('admin.apiBase')} />
          </Field>
          {isDescribed && (
            <Field label={translate('admin.documentation')}>
              <Link href={documentation} target="_blank" rel="noopener noreferrer">
                {documentation}
              </Link>
            </Field>
          )}
          <Field label={translate('admin.capabilities')} wide>
            <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
              {capabilities.length === 0 && <span>{translate('admin.noCapabilities')}</span>}
              {capabilities.map((capability) => (
                <Chip key={capability} label={capability} size="small" variant="outlined" />
              ))}
            </Stack>
          </Field>
        </FieldList>
      </Section>
    </>
  )
}
