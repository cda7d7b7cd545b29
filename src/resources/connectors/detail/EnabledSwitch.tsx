import { CircularProgress, FormControlLabel, Switch, Tooltip } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useId } from 'react'
import type { Connector } from '#contract/connectors'
import { usePermission } from '../../../dataProvider/account'
import { useTranslate } from '../../../i18n/translate'
import { useSwitchConnector } from './useSwitchConnector'

/** Switches a connector on and off. Without the permission it says why it does not. */
export function EnabledSwitch({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const permitted = usePermission('space:connector:update')
  const { isBusy, switchTo } = useSwitchConnector(connector)
  const reasonId = useId()
  const reason = permitted ? '' : translate('common.notPermitted')
  const dimmed = !permitted || isBusy
  return (
    <>
      <Tooltip title={reason} describeChild>
        <FormControlLabel
          label={translate('connectors.enabled')}
          sx={{ m: 0, ...(!permitted && { opacity: 0.5, cursor: 'not-allowed' }) }}
          control={
            <Switch
              checked={connector.enabled}
              onChange={(_event, enabled) => !dimmed && void switchTo(enabled)}
              slotProps={{
                input: {
                  role: 'switch',
                  'aria-disabled': dimmed,
                  'aria-busy': isBusy,
                  'aria-describedby': permitted ? undefined : reasonId,
                },
              }}
            />
          }
        />
      </Tooltip>
      {isBusy && <CircularProgress size={16} aria-label={translate('connectors.switching')} />}
      {!permitted && (
        <span id={reasonId} style={visuallyHidden}>
          {reason}
        </span>
      )}
    </>
  )
}
