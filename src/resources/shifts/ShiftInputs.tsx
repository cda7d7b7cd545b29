import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { TextInput, ValidationError } from 'react-admin'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { SHIFT_ENTRIES_MAX, SHIFT_PEOPLE_MAX, type ShiftTimes } from '#contract/shifts'
import { useTranslate as useAudienceTranslate } from '../../components/audience/texts'
import { ChipsField } from '../../components/combobox/ChipsField'
import { HoursFields, ZoneInput } from '../../components/hours/HoursFields'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { Gaps } from './cells'
import { msg, useTranslate } from './texts'
import { NEW_ENTRY, type ShiftValues } from './values'

/** The form's `timezone` field. */
export const TimezoneInput = () => <ZoneInput source="timezone" />

/** The form's `starts_on` field. */
export const StartInput = () => (
  <TextInput
    source="starts_on"
    type="date"
    label={msg('shifts.fields.starts_on')}
    helperText={msg('shifts.form.startsHint')}
    slotProps={{ inputLabel: { shrink: true } }}
    isRequired
  />
)

function PeopleInput({ index }: { index: number }) {
  const audience = useAudienceTranslate()
  const translate = useTranslate()
  const name = `entries.${index}.user_ids` as const
  const { field, fieldState } = useController<ShiftValues, typeof name>({ name })
  const error = fieldState.error?.message
  return (
    <ChipsField
      label={translate('shifts.form.people')}
      ids={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      query={useGetList('users', WHOLE_LIST)}
      // Invited people cannot open the alerts yet.
      isOffered={({ space_invited }) => !space_invited}
      nameOf={({ email }) => email}
      goneName={() => audience('audience.gonePerson')}
      max={SHIFT_PEOPLE_MAX}
      hint={translate('shifts.form.peopleHint')}
      error={error && <ValidationError error={error} />}
      failure={translate('shifts.form.peopleFailed')}
    />
  )
}

const CLOCK = /^\d\d:\d\d$/

/** The typed hours, as far as they are complete. */
function useTyped(): ShiftTimes | null {
  const { entries, timezone, starts_on } = useWatch<ShiftValues>()
  if (!timezone || !starts_on || Number.isNaN(Date.parse(starts_on))) return null
  const complete = entries?.flatMap(({ from = '', to = '', days = [], user_ids = [] }) =>
    CLOCK.test(from) && CLOCK.test(to) ? { from, to, days, user_ids } : [],
  )
  return { timezone, starts_on, entries: complete ?? [] }
}

function TypedGaps() {
  const typed = useTyped()
  return typed && <Gaps shift={typed} />
}

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

/** The form's `entries` field: hours with the people who have them, and the gaps between them. */
export function EntriesInput() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<ShiftValues, 'entries'>({ name: 'entries' })
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Stack component="fieldset" data-field sx={{ ...PLAIN, gap: 2, alignItems: 'start' }}>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate('shifts.form.entry', { number: index + 1 })}
          sx={{ ...PLAIN, width: '100%', borderTop: 1, borderColor: 'divider', pt: 2 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="subtitle2" component="h3" sx={{ flexGrow: 1 }}>
              {translate('shifts.form.entry', { number: index + 1 })}
            </Typography>
            {fields.length > 1 && (
              <IconButton
                aria-label={translate('shifts.form.removeEntry', { number: index + 1 })}
                onClick={() => {
                  remove(index)
                  addButton.current?.focus()
                }}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
          <Stack sx={{ gap: 2 }}>
            <HoursFields source={`entries.${index}`} />
            <PeopleInput index={index} />
          </Stack>
        </Box>
      ))}
      {fields.length < SHIFT_ENTRIES_MAX && (
        <Button
          ref={addButton}
          startIcon={<AddIcon />}
          onClick={() => append({ ...NEW_ENTRY }, { shouldFocus: false })}
        >
          {translate('shifts.form.addEntry')}
        </Button>
      )}
      <Box sx={{ width: '100%' }}>
        <TypedGaps />
      </Box>
    </Stack>
  )
}
