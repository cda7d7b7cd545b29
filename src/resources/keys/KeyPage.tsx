import { Box, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { WithRecord } from 'react-admin'
import { type Key, keysApi } from '#contract/keys'
import { serverNow } from '../../clock'
import { PermissionText } from '../../components/access/PermissionsInput'
import { PermissionTree } from '../../components/access/PermissionTree'
import { LoadingButton } from '../../components/action/LoadingButton'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { Field, PermissionButton, Section } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { Snippets, useApiBase } from '../../components/snippets/Snippets'
import { useCapability } from '../../config'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { keyFields } from './fields'
import { firstCallOf } from './firstCall'
import { RotateKey } from './RotateKey'
import { TryKey } from './TryKey'
import { useTranslate } from './texts'
import { useToken } from './token'
import { Calls, LastUsed, UsageNotice, useHasUsage } from './usage'

const DuplicateKey = lazyPart(() => import('./DuplicateKey'))
const KeyEdit = lazyPart(async () => ({ default: (await import('./KeyForms')).KeyEdit }))

/** Commands that work with the key as they are, and the same call from the console. */
function UseSection({ value }: { value: Key }) {
  const translate = useTranslate()
  const base = useApiBase()
  const spaceId = useSpaceId()
  const [now] = useState(() => new Date(serverNow()))
  const request = useMemo(() => firstCallOf(value, base, spaceId, now), [value, base, spaceId, now])
  const { token, show, isPending } = useToken(value)
  const canRotate = useCapability(keysApi.rotate.capability)
  const canDuplicate = useCapability(keysApi.duplicate.capability)
  const [isDuplicating, setDuplicating] = useState(false)
  return (
    <Section title={translate('keys.use.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate(token === undefined ? 'keys.use.hidden' : 'keys.use.text')}
      </Typography>
      {token !== undefined && <Snippets request={request} apiKey={token} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        {token === undefined ? (
          <LoadingButton variant="outlined" loading={isPending} onClick={show}>
            {translate('keys.use.show')}
          </LoadingButton>
        ) : (
          <TryKey key={request.url} apiKey={token} request={request} />
        )}
        {canRotate && <RotateKey value={value} />}
        {canDuplicate && (
          <PermissionButton
            permission="space:key:create"
            variant="outlined"
            onClick={() => setDuplicating(true)}
          >
            {translate('keys.duplicate.button')}
          </PermissionButton>
        )}
      </Box>
      {isDuplicating && (
        <PartFrame onClose={() => setDuplicating(false)}>
          <DuplicateKey value={value} onClose={() => setDuplicating(false)} />
        </PartFrame>
      )}
    </Section>
  )
}

/** View mode of a key. Rules, "Keys". */
function KeyShow({ value }: { value: Key }) {
  const translate = useTranslate()
  const title = translate('keys.fields.permissions')
  return (
    <>
      <UsageNotice value={value} />
      <RecordDetails<Key> fields={keyFields}>
        {useHasUsage() && (
          <>
            <Field label={translate('keys.usage.lastUsed')}>
              <LastUsed value={value} />
            </Field>
            <Field label={translate('keys.usage.calls')}>
              <Calls value={value} />
            </Field>
          </>
        )}
      </RecordDetails>
      <Section title={title}>
        <Typography sx={{ mb: 2 }}>
          <PermissionText granted={value} />
        </Typography>
        <PermissionTree label={title} granted={value.permissions} />
      </Section>
      <UseSection value={value} />
    </>
  )
}

/** One key, viewed or edited. Rules, "Keys". */
export default function KeyPage() {
  return (
    <RecordPage
      show={<WithRecord<Key> render={(key) => <KeyShow key={key.id} value={key} />} />}
      edit={<KeyEdit />}
    />
  )
}
