import { Switch, styled } from '@mui/material'
import { useTranslate } from '../../../../i18n/translate'
import { useLive } from './LiveContext'

const Label = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 36,
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
  '[data-state=live]': { color: theme.palette.success.main },
  '[data-state=lost]': { color: theme.palette.error.main },
}))

/** Turns the live tail on and off, and says what it does. */
export function LiveSwitch() {
  const translate = useTranslate()
  const { isLive, setLive, followed } = useLive()
  const state = () => {
    if (!isLive) return 'off'
    if (followed.isLost) return 'lost'
    if (followed.isPaused) return 'paused'
    return followed.rows ? 'live' : 'starting'
  }
  return (
    <Label title={translate('messages.list.live.hint')}>
      <Switch
        size="small"
        checked={isLive}
        onChange={(_event, checked) => setLive(checked)}
        slotProps={{ input: { role: 'switch', 'aria-label': translate('messages.list.live.label') } }}
      />
      <span role="status" data-state={state()}>
        {translate(`messages.list.live.${state()}`)}
      </span>
    </Label>
  )
}
