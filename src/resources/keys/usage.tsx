import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Alert, Box } from '@mui/material'
import { useState } from 'react'
import { DAY } from '#contract/common/durations'
import { KEY_USAGE_DAYS, type Key, type KeyUsage, keysApi } from '#contract/keys'
import { useTranslate as useTranslateAccess } from '../../components/access/texts'
import { inOrder } from '../../components/access/tree'
import { nameOfPermission } from '../../components/access/words'
import { draftOf, readDraft, useDraftKey, writeDraft } from '../../components/draft/drafts'
import { PermissionButton, TimeText, useEditMode, WithIcon } from '../../components/page'
import type { Column } from '../../components/table'
import { useCapability } from '../../config'
import { useAnswer } from '../../dataProvider/answers'
import { msg, useTranslate } from './texts'

/** Milliseconds between two polls of the usage. */
const POLL = 30_000

/** Whether the server reports how keys are used. */
export const useHasUsage = () => useCapability(keysApi.usage.capability)

function useUsages(): readonly KeyUsage[] | undefined {
  const { data } = useAnswer(keysApi.usage, {
    enabled: useHasUsage(),
    staleTime: POLL / 2,
    refetchInterval: POLL,
  })
  return data
}

/** Whether the server has reported how keys are used. */
export const useIsUsageKnown = () => useUsages() !== undefined

/** Usage of a key; undefined if the server does not report it, or while it loads. */
const useUsage = ({ id, handle: own }: Pick<Key, 'id' | 'handle'>) =>
  useUsages()?.find(({ key_id, handle }) => key_id === id || (handle !== null && handle === own))

/** Permissions that a key has not used. */
const unusedOf = (
  { permissions }: Pick<Key, 'permissions'>,
  { used_permissions }: Pick<KeyUsage, 'used_permissions'>,
): string[] => inOrder(permissions.filter((permission) => !used_permissions.includes(permission)))

/** Days for which a key is new: its work may be rare, so unused permissions mean nothing yet. */
const NEW_DAYS = 14

/** Whether a key is at least this old. */
const isOlderThan = (days: number, { created_at }: Pick<Key, 'created_at'>, now: number) =>
  created_at === null || now - Date.parse(created_at) >= days * DAY

/** When and from where a key was last used. */
export function LastUsed({ value }: { value: Key }) {
  const translate = useTranslate()
  const usage = useUsage(value)
  if (!usage) return <span>{'–'}</span>
  const { last_used_at, last_used_from } = usage
  return (
    <>
      <TimeText value={last_used_at} />
      {last_used_from && <span>{` ${translate('keys.usage.from', { address: last_used_from })}`}</span>}
    </>
  )
}

/** Number of calls in the last 24 hours. */
export function Calls({ value }: { value: Key }) {
  return <span>{useUsage(value)?.calls ?? '–'}</span>
}

/** Risk of a key, in a few words. */
function Warning({ value }: { value: Key }) {
  const translate = useTranslate()
  const usage = useUsage(value)
  const [now] = useState(Date.now)
  if (!usage || !isOlderThan(NEW_DAYS, value, now)) return null
  const unused = unusedOf(value, usage).length
  if (usage.last_used_at !== null && unused === 0) return null
  return (
    <WithIcon>
      <WarningIcon color="warning" />
      <span>
        {usage.last_used_at === null
          ? translate('keys.usage.never')
          : translate('keys.usage.unused', { smart_count: unused })}
      </span>
    </WithIcon>
  )
}

/** Columns of the usage. */
export const usageColumns: readonly Column<Key>[] = [
  {
    id: 'last_used_at',
    label: msg('keys.usage.lastUsed'),
    cell: (key) => <LastUsed value={key} />,
    width: 196,
    dropPriority: 2,
    card: 'line',
  },
  {
    id: 'calls',
    label: msg('keys.usage.calls'),
    cell: (key) => <Calls value={key} />,
    align: 'right',
    width: 136,
    dropPriority: 1,
  },
  {
    id: 'warnings',
    label: msg('keys.usage.warnings'),
    cell: (key) => <Warning value={key} />,
    width: 168,
    card: 'title',
  },
]

/** Opens the edit mode of a key with other permissions, and keeps its draft. */
function useChangePermissions(key: Key) {
  const draftKey = useDraftKey('keys', key.id)
  const { startEditing } = useEditMode()
  return (permissions: string[]) => {
    if (draftKey === null) return
    const base = { version: key.version, values: { permissions: key.permissions } }
    writeDraft(draftKey, { ...draftOf({ permissions }, base, readDraft(draftKey)), restore: true })
    startEditing()
  }
}

/** Says that a key was never used, or which permissions it did not use, and offers to remove them. */
export function UsageNotice({ value }: { value: Key }) {
  const translate = useTranslate()
  const translateAccess = useTranslateAccess()
  const usage = useUsage(value)
  const change = useChangePermissions(value)
  const [now] = useState(Date.now)
  if (!usage || !isOlderThan(NEW_DAYS, value, now)) return null
  if (usage.last_used_at === null)
    return (
      <Alert severity="info" sx={{ mb: 3 }}>
        {translate('keys.usage.neverText')}
      </Alert>
    )
  const unused = unusedOf(value, usage)
  if (unused.length === 0) return null
  const smart_count = unused.length
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3, flexWrap: 'wrap' }}
      action={
        <PermissionButton
          permission="space:key:update"
          color="inherit"
          size="small"
          onClick={() => change(value.permissions.filter((permission) => !unused.includes(permission)))}
        >
          {translate('keys.usage.takeAway', { smart_count })}
        </PermissionButton>
      }
    >
      <span>
        {isOlderThan(KEY_USAGE_DAYS, value, now)
          ? translate('keys.usage.unusedText', { smart_count, days: KEY_USAGE_DAYS })
          : translate('keys.usage.unusedSoFar', { smart_count })}
      </span>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {unused.map((permission) => (
          <li key={permission}>{nameOfPermission(permission, translateAccess)}</li>
        ))}
      </Box>
    </Alert>
  )
}
