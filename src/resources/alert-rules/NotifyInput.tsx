import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
} from '@mui/material'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { type Audience, alertTestsApi } from '#contract/alerts'
import { spaceRoleSchema } from '#contract/permissions'
import { ChipsField } from '../../components/combobox/ChipsField'
import { useCapability } from '../../config'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { ConnectorsInput } from './ConnectorsInput'
import { TestOfForm } from './test/TestOfForm'
import { useTranslate } from './texts'

const ROLES = spaceRoleSchema.options.toReversed()

/** Chooses people in addition to the chosen roles. */
function PeopleInput({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const translate = useTranslate()
  return (
    <ChipsField
      label={translate('alert-rules.form.people')}
      ids={ids}
      onChange={onChange}
      query={useGetList('users', WHOLE_LIST)}
      // Invited people cannot open the alerts yet.
      isOffered={({ space_invited }) => !space_invited}
      nameOf={({ email }) => email}
      goneName={() => translate('alert-rules.form.gonePerson')}
      failure={translate('alert-rules.form.peopleFailed')}
    />
  )
}

/** The form's `notify` field: people who get e-mails, and connectors. */
export default function NotifyInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<{ notify: Audience }, 'notify'>({ name: 'notify' })
  const { roles, user_ids, connector_ids } = field.value
  const change = (to: Partial<Audience>) => field.onChange({ ...field.value, ...to })
  const isTestable = useCapability(alertTestsApi.send.capability)
  const isNobody = roles.length === 0 && user_ids.length === 0
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
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
