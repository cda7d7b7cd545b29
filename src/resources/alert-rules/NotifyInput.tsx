import {
  Autocomplete,
  Box,
  Checkbox,
  Chip,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  TextField,
} from '@mui/material'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { type Audience, alertTestsApi } from '#contract/alerts'
import { spaceRoleSchema } from '#contract/permissions'
import type { SpaceUser } from '#contract/users'
import { useComboboxTexts } from '../../components/combobox/ComboboxField'
import { useCapability } from '../../config'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { ConnectorsInput } from './ConnectorsInput'
import { TestOfForm } from './test/TestOfForm'
import { useTranslate } from './texts'

const ROLES = spaceRoleSchema.options.toReversed()

type Member = Pick<SpaceUser, 'id' | 'email'>

/** Chooses people, beside those who are told by their role. */
function PeopleInput({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { data = [], isPending, error } = useGetList('users', WHOLE_LIST)
  // Others cannot open what they would be told of.
  const members: Member[] = data.filter(({ space_invited }) => !space_invited)
  // Who has left the space is known by the id only.
  const chosen = ids.map((id) => members.find((member) => member.id === id) ?? { id, email: id })
  return (
    <Autocomplete<Member, true>
      multiple
      filterSelectedOptions
      options={members}
      loading={isPending}
      {...texts}
      value={chosen}
      onChange={(_event, people) => onChange(people.map(({ id }) => id))}
      getOptionLabel={({ email }) => email}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      renderValue={(people, getItemProps) =>
        people.map(({ email }, index) => {
          const { key, ...props } = getItemProps({ index })
          return <Chip key={key} {...props} size="small" label={email} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('alert-rules.form.people')}
          error={error !== null}
          helperText={error && translate('alert-rules.form.peopleFailed')}
        />
      )}
    />
  )
}

/** The field `notify` of the form around it: who gets e-mails, and which other systems are told. */
export default function NotifyInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<{ notify: Audience }, 'notify'>({ name: 'notify' })
  const { roles, user_ids, connector_ids } = field.value
  const change = (to: Partial<Audience>) => field.onChange({ ...field.value, ...to })
  const isTestable = useCapability(alertTestsApi.send.capability)
  const isNobody = roles.length === 0 && user_ids.length === 0
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <FormControl>
        <FormLabel id={labelId}>{translate('alert-rules.form.notify')}</FormLabel>
        <FormGroup row aria-labelledby={labelId}>
          {ROLES.map((role) => (
            <FormControlLabel
              key={role}
              label={translate(`alert-rules.form.roles.${role}`)}
              control={
                <Checkbox
                  size="small"
                  checked={roles.includes(role)}
                  onChange={(_event, isOn) =>
                    change({
                      roles: ROLES.filter((one) => (one === role ? isOn : roles.includes(one))),
                    })
                  }
                />
              }
            />
          ))}
        </FormGroup>
        {isNobody && <FormHelperText>{translate('alert-rules.form.nobody')}</FormHelperText>}
      </FormControl>
      <PeopleInput ids={user_ids} onChange={(ids) => change({ user_ids: ids })} />
      <Box sx={{ mt: 1 }}>
        <ConnectorsInput ids={connector_ids} onChange={(ids) => change({ connector_ids: ids })} />
      </Box>
      {isTestable && (
        <Box sx={{ mt: 1 }}>
          <TestOfForm />
        </Box>
      )}
    </Box>
  )
}
