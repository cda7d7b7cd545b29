import { ALERT_ASSIGNMENT_CAPABILITY } from '#contract/alerts/capability'
import { usersApi } from '#contract/users'
import { useCapability } from '../../config'
import { useAccount, usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { ComboboxField } from '../combobox/ComboboxField'
import { useTranslate } from './texts'

interface AssigneeProps {
  /** Null for the person who asks. */
  id: string | null
  onChange: (id: string | null) => void
}

/** Chooses to whom an alert is assigned; nothing for people who may not know the others. */
export function Assignee({ id, onChange }: AssigneeProps) {
  const translate = useTranslate()
  const isOffered = useCapability(ALERT_ASSIGNMENT_CAPABILITY)
  const mayRead = usePermission(usersApi.list.permission)
  const ownId = useAccount().profile?.id
  const { data, isPending, refetch } = useGetList('users', WHOLE_LIST, {
    enabled: isOffered && mayRead,
    onError: () => undefined,
  })
  if (!data || ownId === undefined) return null
  const me = { id: ownId, name: translate('alerts.assignedTo.me') }
  const others = data
    .filter(
      ({ id, space_invited, permissions }) =>
        id !== ownId && !space_invited && (permissions?.includes('space:alert:read') ?? true),
    )
    .map(({ id, email }) => ({ id, name: email }))
  return (
    <ComboboxField<{ id: string; name: string }>
      label={translate('alerts.assigned')}
      value={others.find((one) => one.id === id) ?? me}
      onChange={(chosen) => onChange(chosen.id === ownId ? null : chosen.id)}
      onType={() => undefined}
      choices={[me, ...others]}
      detailOf={() => null}
      isLoading={isPending}
      onRetry={() => void refetch()}
      sx={{ mb: 2 }}
    />
  )
}
