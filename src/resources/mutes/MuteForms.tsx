import { Typography } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Mute } from '#contract/alerts'
import { OF_RULE, SUGGESTION } from '../../components/address/addressMode'
import { scopeCodec } from '../../components/alerts/scope/scope'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { muteFields } from './fields'
import { changeOf, newMute } from './schemas'
import { useTranslate } from './texts'

/** The devices or the rule in the address, if a mute is created from their pages. */
function suggestedBy(suggestion: string | null) {
  const rule = suggestion?.startsWith(OF_RULE) && suggestion.slice(OF_RULE.length)
  if (rule) return { rule_ids: [rule] }
  const ids = suggestion?.split(',').filter(Boolean) ?? []
  return ids.length > 0 ? { scope: scopeCodec.toForm({ kind: 'devices', device_ids: ids }) } : undefined
}

/** Dialog that creates a mute. Rules, "Alerts". */
export function MuteCreate(props: CreateDialogProps) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  return (
    <ResourceCreate
      {...props}
      fields={muteFields}
      schema={newMute}
      initial={{ name: translate('mutes.form.newName') }}
      suggested={suggestedBy(search.get(SUGGESTION))}
    >
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('mutes.about')}
      </Typography>
      <FormInputs fields={muteFields} schema={newMute} />
    </ResourceCreate>
  )
}

/** Edit mode of a mute. Rules, "Alerts". */
export function MuteEdit() {
  const mute = useRecordContext<Mute>()
  // The schema checks against the mute as it was when the edit began.
  const [schema] = useState(() => mute && changeOf(mute))
  return schema && <ResourceEdit fields={muteFields} schema={schema} />
}
