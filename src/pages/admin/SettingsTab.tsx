import { Chip, Link, Stack } from '@mui/material'
import { DOCUMENTATION_CAPABILITY } from '#contract/common'
import { settingsApi } from '#contract/settings'
import { CopyText, Field, FieldList, Outline, Section } from '../../components/page'
import { Columns } from '../../components/page/Columns'
import { useCapability, useConfig } from '../../config'
import { useAccount } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { useClient } from '../../dataProvider/client'
import { SignInSettings } from './SignInSettings'
import { SpaceSettings } from './SpaceSettings'
import { useTranslate } from './texts'

/** Address and features of the server. */
function ServerSection() {
  const translate = useTranslate()
  const { profile } = useAccount()
  const { capabilities } = useConfig()
  const apiBase = new URL(useClient().base, window.location.href).href
  const isDescribed = useCapability(DOCUMENTATION_CAPABILITY)
  const documentation = `${apiBase}/documentation`
  const name = [profile?.firstname, profile?.middlename, profile?.lastname].filter(Boolean).join(' ')
  return (
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
        <Field label={translate('admin.administrator')}>
          {[name, profile?.email].filter(Boolean).join(', ')}
        </Field>
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
  )
}

/** Settings of the whole server, and its address. */
export function SettingsTab() {
  const hasSettings = useCapability(settingsApi.get.capability)
  const { isPending } = useAnswer(settingsApi.get, { enabled: hasSettings })
  if (hasSettings && isPending) return <Outline />
  return (
    <>
      {hasSettings && (
        <Columns>
          <SignInSettings />
          <SpaceSettings />
        </Columns>
      )}
      <ServerSection />
    </>
  )
}
