import {
  Alert,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  FormControlLabel,
  FormGroup,
  LinearProgress,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DAY } from '#contract/common/durations'
import {
  GUEST_DAYS,
  GUEST_DAYS_MAX,
  GUEST_HOURS_MAX,
  GUEST_PATHS_MAX,
  guestLinksApi,
} from '#contract/guestLinks'
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
const DAYS: readonly number[] = [1, GUEST_DAYS, 30, 90, GUEST_DAYS_MAX]

interface ShareDialogProps {
  device: { id: string; name: string }
  /** The values to share; undefined while they load. */
  series: readonly { path: string; label: string }[] | undefined
  /** Hours of the history on the page; null on a page without one. */
  hours: number | null
  onClose: () => void
}

interface ChoiceProps<Value> {
  label: string
  value: Value
  choices: readonly Value[]
  nameOf: (value: Value) => string
  onChoose: (value: Value) => void
}

function Choice<Value extends number | null>({
  label,
  value,
  choices,
  nameOf,
  onChoose,
}: ChoiceProps<Value>) {
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

/** The shortest choice that shows all that the page shows, or almost: a month may have 31 days. */
const fitting = (hours: number | null) =>
  hours === null
    ? null
    : (HOURS.find((choice) => choice !== null && choice >= hours * 0.95) ?? GUEST_HOURS_MAX)

function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(paths)
  if (!next.delete(path)) next.add(path)
  return next
}

/** Dialog that makes a link to values of a device for people without an account. Rules, "Guest links". */
export default function ShareDialog({ device, series, hours: shown, onClose }: ShareDialogProps) {
  const translate = useTranslate()
  const listId = useId()
  const showsText = useShowsText()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const [hours, setHours] = useState(() => fitting(shown))
  const [days, setDays] = useState<number>(GUEST_DAYS)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const offered = series?.slice(0, GUEST_PATHS_MAX) ?? []
  const paths = offered.map(({ path }) => path).filter((path) => !left.has(path))
  const ofDevice = { device_id: device.id, paths }
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
      return { link, isCopied: await copyText(link) }
    },
    onError: useFailureToast(),
  })
  return (
    <TaskDialog title={translate('guestLinks.share.title', { name: device.name })} onClose={onClose}>
      <DialogContent>
        {data === undefined ? (
          <Stack sx={{ gap: 2.5 }}>
            <Typography>{translate('guestLinks.share.text')}</Typography>
            {!series && <LinearProgress aria-label={translate('common.loading')} />}
            <div>
              <Typography id={listId} variant="subtitle2">
                {translate('guestLinks.share.values')}
              </Typography>
              <FormGroup role="group" aria-labelledby={listId}>
                {offered.map(({ path, label }) => (
                  <FormControlLabel
                    key={path}
                    label={label}
                    control={<Checkbox size="small" checked={!left.has(path)} />}
                    onChange={() => setLeft((before) => toggled(before, path))}
                    sx={{ overflowWrap: 'anywhere' }}
                  />
                ))}
              </FormGroup>
              {series && series.length > offered.length && (
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
            <Alert severity="success">
              {translate(data.isCopied ? 'guestLinks.share.copied' : 'guestLinks.share.done')}
            </Alert>
            <CopyText value={data.link} what={translate('guestLinks.share.link')} />
            <Typography variant="body2" color="text.secondary">
              {translate('guestLinks.share.listed')}
            </Typography>
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          {translate(data === undefined ? 'page.cancel' : 'guestLinks.share.close')}
        </Button>
        {data === undefined && (
          <LoadingButton
            variant="contained"
            loading={isPending}
            disabled={hours === null ? !series : paths.length === 0}
            onClick={() => mutate()}
          >
            {translate('guestLinks.share.submit')}
          </LoadingButton>
        )}
      </DialogActions>
    </TaskDialog>
  )
}
