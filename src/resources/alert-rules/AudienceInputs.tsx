import { Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel } from '@mui/material'
import { useId } from 'react'
import { type Audience, RULE_SHIFTS_MAX } from '#contract/alerts'
import { spaceRoleSchema } from '#contract/permissions'
import { useTranslate as useAudienceTranslate } from '../../components/audience/texts'
import { ChipsField } from '../../components/combobox/ChipsField'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from './texts'

const ROLES = spaceRoleSchema.options.toReversed()

/** Chooses everyone with a role. */
export function RolesInput({
  roles,
  onChange,
}: {
  roles: Audience['roles']
  onChange: (roles: Audience['roles']) => void
}) {
  const translate = useTranslate()
  const audience = useAudienceTranslate()
  const labelId = useId()
  return (
    <FormControl>
      <FormLabel id={labelId}>{translate('alert-rules.form.notify')}</FormLabel>
      <FormGroup row aria-labelledby={labelId}>
        {ROLES.map((role) => (
          <FormControlLabel
            key={role}
            label={audience(`audience.roles.${role}`)}
            control={
              <Checkbox
                size="small"
                checked={roles.includes(role)}
                onChange={(_event, isOn) =>
                  onChange(ROLES.filter((one) => (one === role ? isOn : roles.includes(one))))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}

interface ChosenProps {
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** Chooses people in addition to the chosen roles. */
export function PeopleInput({ ids, onChange }: ChosenProps) {
  const translate = useTranslate()
  const audience = useAudienceTranslate()
  return (
    <ChipsField
      label={translate('alert-rules.form.people')}
      ids={ids}
      onChange={onChange}
      query={useGetList('users', WHOLE_LIST)}
      // Invited people cannot open the alerts yet.
      isOffered={({ space_invited }) => !space_invited}
      nameOf={({ email }) => email}
      goneName={() => audience('audience.gonePerson')}
      failure={translate('alert-rules.form.peopleFailed')}
    />
  )
}

/** Chooses shifts, whose people are notified while they are on shift. */
export function ShiftsInput({ ids, onChange, isOfRule = false }: ChosenProps & { isOfRule?: boolean }) {
  const translate = useTranslate()
  const audience = useAudienceTranslate()
  const query = useGetList('shifts', WHOLE_LIST)
  const ofEveryRule = isOfRule ? (query.data?.filter((shift) => shift.every_rule) ?? []) : []
  const others = ofEveryRule.map(({ name }) => name).join(', ')
  const hint = translate('alert-rules.form.shiftsHint')
  return (
    <ChipsField
      label={translate('alert-rules.form.shifts')}
      ids={ids}
      onChange={onChange}
      query={query}
      nameOf={({ name }) => name}
      goneName={() => audience('audience.goneShift')}
      max={RULE_SHIFTS_MAX}
      // Another tab may have created one.
      onOpen={() => void query.refetch()}
      hint={others ? `${hint} ${translate('alert-rules.form.everyRule', { names: others })}` : hint}
      failure={translate('alert-rules.form.shiftsFailed')}
    />
  )
}
