import { Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import { type Key, keyDuplicateSchema, keysApi } from '#contract/keys'
import { serverNow } from '../../clock'
import EndInput from '../../components/access/EndInput'
import { CreateDialog } from '../../components/form'
import { FormInputs } from '../../components/resource/FormInputs'
import { formOf } from '../../components/resource/form'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { keyFields } from './fields'
import { msg, useTranslate } from './texts'

/** For how long both keys work, unless the person chooses another time. */
const OVERLAP = 7 * DAY

const { name } = keyFields
const fields = {
  name,
  previous_ends_at: { label: msg('keys.duplicate.ends'), input: { kind: 'own', Input: () => null } },
  ends_at: { label: msg('keys.duplicate.endsNew'), input: { kind: 'own', Input: () => null, initial: null } },
} as const
const { form, initial } = formOf(fields, keyDuplicateSchema)
const taken = { name: msg('keys.errors.nameTaken') } as const

/** Dialog that creates a key with the same rights, and asks when the first one ends. Rules, "Keys". */
export default function DuplicateKey({ value, onClose }: { value: Key; onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const addresses = useAddresses()
  const { ask } = useSpaceport()
  const { invalidateAll } = useAnswers()
  const [suggested] = useState(() => {
    const end = serverNow() + OVERLAP
    const own = value.ends_at === null ? end : Date.parse(value.ends_at)
    return { name: `${value.name}-2`, previous_ends_at: new Date(Math.min(end, own)).toISOString() }
  })

  const onCreated = ({ id, handle }: Key) => {
    toast({ kind: 'success', title: translate('keys.duplicate.done') })
    void invalidateAll()
    void navigate(addresses.record('keys', handle ?? id))
    onClose()
  }
  return (
    <CreateDialog
      resource={`keys/${value.handle ?? ''}/duplicate`}
      title={translate('keys.duplicate.title', { name: value.name })}
      submitLabel={translate('keys.duplicate.submit')}
      onClose={onClose}
      {...form}
      initial={initial}
      suggested={suggested}
      taken={taken}
      create={(input) =>
        ask(keysApi.duplicate, { params: { keyId: value.id }, body: keyDuplicateSchema.parse(input) })
      }
      onCreated={onCreated}
    >
      <Stack sx={{ gap: 2.5 }}>
        <Typography>{translate('keys.duplicate.text')}</Typography>
        <FormInputs fields={{ name }} schema={keyDuplicateSchema.pick({ name: true })} />
        <EndInput
          source="previous_ends_at"
          label={translate('keys.duplicate.ends', { name: value.name })}
          required
        />
        <EndInput label={translate('keys.duplicate.endsNew')} />
      </Stack>
    </CreateDialog>
  )
}
