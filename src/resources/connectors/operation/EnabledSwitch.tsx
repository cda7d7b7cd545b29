import { Alert, CircularProgress, FormControlLabel, Switch, Tooltip } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { type Connector, OPERATIONS_CAPABILITY, PLACEHOLDER_URL } from '#contract/connectors'
import { useUndo } from '../../../components/action/useUndo'
import { PermissionButton, useFailureToast } from '../../../components/page'
import { useShown } from '../../../components/resource/refresh'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useSpaceport } from '../../../dataProvider/queries'
import { onLatest } from '../../../dataProvider/versionedSave'
import { changeOf } from '../fields'
import { useTranslate } from '../texts'

function useSwitch({ id }: Connector) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const show = useShown()
  const undoBy = useUndo()
  /** Reads the connector first: some servers replace all of it, and somebody may have changed the rest. */
  const change = async (enabled: boolean) => {
    const { data: current } = await dataProvider.getOne<Connector>('connectors', { id })
    return (await dataProvider.update<Connector>('connectors', changeOf(current, { enabled }))).data
  }
  const { mutate: switchTo, isPending } = useMutation({
    mutationFn: async (enabled: boolean) => {
      show(await onLatest(() => change(enabled)))
      toast({
        kind: 'success',
        title: translate(`connectors.switched${enabled ? 'On' : 'Off'}`),
        action: undoBy(async () => show(await onLatest(() => change(!enabled)))),
      })
    },
    onError: useFailureToast(),
  })
  return { switchTo, isPending }
}

/** Switches a connector on and off. Without the permission it says why it cannot. */
export function EnabledSwitch({ connector }: { connector: Connector }) {
  const { enabled } = connector
  const translate = useTranslate()
  const permitted = usePermission('space:connector:update')
  const reasonId = useId()
  const { switchTo, isPending } = useSwitch(connector)
  const reason = permitted ? '' : translate('common.notPermitted')
  const dimmed = !permitted || isPending
  return (
    <>
      <Tooltip title={reason} describeChild>
        <FormControlLabel
          label={translate(enabled ? 'connectors.enabled' : word('words.connector.disabled'))}
          slotProps={{ typography: { variant: 'body2', sx: { fontWeight: 500 } } }}
          sx={{
            m: 0,
            mr: 1,
            // Compensates its padding when it has its own line.
            ml: { xs: '-10px', sm: 0 },
            width: { xs: 1, sm: 'auto' },
            ...(!permitted && { opacity: 0.5, cursor: 'not-allowed' }),
          }}
          control={
            <Switch
              checked={enabled}
              onChange={(_event, enabled) => !dimmed && switchTo(enabled)}
              slotProps={{
                input: {
                  role: 'switch',
                  'aria-disabled': dimmed,
                  'aria-busy': isPending,
                  'aria-describedby': permitted ? undefined : reasonId,
                },
              }}
            />
          }
        />
      </Tooltip>
      {isPending && <CircularProgress size={16} aria-label={translate('connectors.switching')} />}
      {!permitted && (
        <span id={reasonId} style={visuallyHidden}>
          {reason}
        </span>
      )}
    </>
  )
}

/** Says that a connector is disabled; people with the permission can enable it. */
export function DisabledNotice({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const { switchTo, isPending } = useSwitch(connector)
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        isOperated && (
          <PermissionButton
            permission="space:connector:update"
            color="inherit"
            size="small"
            loading={isPending}
            onClick={() => switchTo(true)}
          >
            {translate('connectors.enable')}
          </PermissionButton>
        )
      }
    >
      <span>
        {translate(
          connector.transformation.includes(PLACEHOLDER_URL)
            ? 'connectors.newNotice'
            : 'connectors.disabledNotice',
        )}
      </span>
      {isOperated && <p style={{ margin: 0 }}>{translate('connectors.testFirst')}</p>}
    </Alert>
  )
}
