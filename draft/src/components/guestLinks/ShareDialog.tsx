import { Alert, Button, DialogActions, DialogContent, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DAY } from '#contract/common/durations'
import { GUEST_DAYS, GUEST_DAYS_MAX, GUEST_PATHS_MAX, guestLinksApi } from '#contract/guestLinks'
import { addresses } from '../../addresses'
import { serverNow } from '../../clock'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { LoadingButton } from '../action/LoadingButton'
import { TaskDialog } from '../dialog/TaskDialog'
import { CopyText, useFailureToast } from '../page'
import { copyText } from '../value/CopyText'
import { HOURS, useShowsText } from './Shows'
import { useTranslate } from './texts'

/** Days until the end to choose from. */
const DAYS = [1, GUEST_DAYS, 30, 90, GUEST_DAYS_MAX] as const

interface ShareDialogProps {
  device: { id: string; name: string }
  /** The values to share. */
  series: readonly { path: string; label: string }[]
  /** Hours of the history on the page. */
  hours: number
  onClose: () => void
}

interface ChoiceProps<Value> {
  label: string
  value: Value
  choices: readonly Value[]
  nameOf: (value: Value) => string
  onChoose: (value: Value) => void
}

function Choice<Value extends number | null>({ label, value, choices, nameOf, onChoose }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={choices.indexOf(value)}
      onChange={({ target }) => {
        const chosen = choices[Number(target.value)]
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {choices.map((choice, place) => (
        <MenuItem key={choice} value={place}>
          {nameOf(choice)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The shortest choice that shows all that the page shows. */
const atLeast = (hours: number) => HOURS.find((choice) => choice !== null && choice >= hours) ?? HOURS[1]

/** Dialog that makes a link to values of a device for people without an account. Rules, "Guest links". */
export default function ShareDialog({ device, series, hours: shown, onClose }: ShareDialogProps) {
  const translate = useTranslate()
  const listId = useId()
  const showsText = useShowsText()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const [hours, setHours] = useState<(typeof HOURS)[number]>(() => atLeast(shown))
  const [days, setDays] = useState<(typeof DAYS)[number]>(GUEST_DAYS)
  const shared = series.slice(0, GUEST_PATHS_MAX)
  const ofDevice = { device_id: device.id, paths: shared.map(({ path }) => path) }
  const { mutate, data, isPending } = useMutation({
    mutationFn: async () => {
      const { token } = await ask(guestLinksApi.create, {
        body: {
          shows: hours === null ? { kind: 'device', ...ofDevice } : { kind: 'history', ...ofDevice, hours },
          ends_at: new Date(serverNow() + days * DAY).toISOString(),
        },
      })
      void invalidate(guestLinksApi.list)
      const link = `${window.location.origin}${addresses.guest}#${token}`
      await copyText(link)
      return link
    },
    onError: useFailureToast(),
  })
  return (
    <TaskDialog title={translate('guestLinks.share.title', { name: device.name })} onClose={onClose}>
      <DialogContent>
        {data === undefined ? (
          <Stack sx={{ gap: 2.5 }}>
            <Typography>{translate('guestLinks.share.text')}</Typography>
            <div>
              <Typography id={listId} variant="subtitle2">
                {translate('guestLinks.share.values')}
              </Typography>
              <ul aria-labelledby={listId} style={{ margin: 0, paddingInlineStart: 20 }}>
                {shared.map(({ path, label }) => (
                  <li key={path}>{label}</li>
                ))}
              </ul>
              {series.length > shared.length && (
                <Typography variant="body2" color="text.secondary">
                  {translate('guestLinks.share.tooMany', { max: GUEST_PATHS_MAX })}
                </Typography>
              )}
            </div>
            <Choice
              label={translate('guestLinks.share.what')}
              value={hours}
              choices={HOURS}
              nameOf={showsText}
              onChoose={setHours}
            />
            <Choice
              label={translate('guestLinks.share.ends')}
              value={days}
              choices={DAYS}
              nameOf={(count) => translate('guestLinks.share.in', { smart_count: count })}
              onChoose={setDays}
            />
          </Stack>
        ) : (
          <Stack sx={{ gap: 2, overflowWrap: 'anywhere' }}>
            <Alert severity="success">{translate('guestLinks.share.done')}</Alert>
            <CopyText value={data} what={translate('guestLinks.share.link')} />
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate(data === undefined ? 'page.cancel' : 'guestLinks.share.close')}</Button>
        {data === undefined && (
          <LoadingButton variant="contained" loading={isPending} onClick={() => mutate()}>
            {translate('guestLinks.share.submit')}
          </LoadingButton>
        )}
      </DialogActions>
    </TaskDialog>
  )
}
