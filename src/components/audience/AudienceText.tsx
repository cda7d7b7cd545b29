import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Audience } from '#contract/alerts'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { useCapability } from '../../config'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useOnShift, usePeople } from './people'
import { useTranslate } from './texts'

/** The notified connectors, each as a link. */
function ConnectorLinks({ ids }: { ids: readonly string[] }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { data } = useGetList('connectors', WHOLE_LIST, { onError: () => undefined })
  return ids.map((id) => {
    const found = data?.find((connector) => connector.id === id)
    const gone = data ? translate('audience.goneConnector') : '…'
    return (
      <div key={id}>
        {found ? (
          <Link component={RouterLink} to={record('connectors', id)}>
            {found.enabled ? found.name : translate('audience.disabledConnector', { name: found.name })}
          </Link>
        ) : (
          gone
        )}
      </div>
    )
  })
}

/** The notified shifts, each as a link, with who is on it now. */
function ShiftLinks({ named, isOfRule }: { named: readonly string[]; isOfRule: boolean }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { data } = useGetList('shifts', WHOLE_LIST, { onError: () => undefined })
  const ofEveryRule = isOfRule ? data?.flatMap((shift) => (shift.every_rule ? shift.id : [])) : []
  const ids = [...new Set([...named, ...(ofEveryRule ?? [])])]
  const nameNow = useOnShift(ids.length > 0)
  return ids.map((id) => {
    const found = data?.find((shift) => shift.id === id)
    const gone = data ? translate('audience.goneShift') : '…'
    return (
      <div key={id}>
        {found ? (
          <Link component={RouterLink} to={record('shifts', id)}>
            {translate('audience.shift', {
              name: found.name,
              who: nameNow(found) || translate('audience.noneNow'),
            })}
          </Link>
        ) : (
          gone
        )}
      </div>
    )
  })
}

/**
 * Whom a rule or a step of an escalation notifies.
 * @param isOfRule whether shifts that all rules notify are part of it
 */
export function AudienceText({
  notify: { roles, user_ids, connector_ids, shift_ids },
  isOfRule = false,
}: {
  notify: Audience
  isOfRule?: boolean
}) {
  const hasShifts = useCapability(SHIFTS_CAPABILITY)
  const translate = useTranslate()
  const people = usePeople(user_ids.length > 0)(user_ids)
  const who = [...roles.map((role) => translate(`audience.roles.${role}`)), ...people]
  const isNobody = who.length + connector_ids.length + shift_ids.length === 0
  return (
    <>
      {hasShifts && <ShiftLinks named={shift_ids} isOfRule={isOfRule} />}
      {who.length > 0 && <div>{who.join(', ')}</div>}
      {isNobody && <div>{translate('audience.nobody')}</div>}
      {connector_ids.length > 0 && <ConnectorLinks ids={connector_ids} />}
    </>
  )
}
