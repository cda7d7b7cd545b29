import { Alert, Box, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { installationApi, type Routine, type RoutineName, routinesApi } from '#contract/admin'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TimeText, useFailureToast } from '../../../components/page'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

type RoutineStartProps = Routine & { routine: RoutineName }

/** Starts a routine, and shows its progress and result. */
export function RoutineStart({ routine, state, finished_at, error, again_at }: RoutineStartProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  /** Time of its last success when somebody started it on this page. */
  const [before, setBefore] = useState<string | null>()
  const isBusy = state !== 'idle'
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void invalidate(installationApi.get, routinesApi.backups)
    wasBusy.current = isBusy
  })

  const { isPending, mutate } = useMutation({
    mutationFn: async () => ask(routinesApi.start, { params: { routine } }),
    onSuccess: async () => {
      setBefore(finished_at)
      await invalidate(routinesApi.list)
    },
    onError: useFailureToast(),
  })

  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start', mt: 2 }}>
      <Typography variant="body2" color="text.secondary">
        {translate(`admin.request.${routine}.hint`)}
      </Typography>
      <LoadingButton variant="outlined" loading={isPending || isBusy} onClick={() => mutate()}>
        {translate(`admin.request.${routine}.start`)}
      </LoadingButton>
      <Box role="status" sx={{ alignSelf: 'stretch', '&:empty': { mt: 0 } }}>
        {isBusy && <Alert severity="info">{translate(`admin.request.${routine}.${state}`)}</Alert>}
        {!isBusy && error !== null && (
          <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
            <span>{translate(`admin.request.${routine}.failed`, { error })}</span>{' '}
            {again_at !== null && (
              <>
                <span>{translate('admin.request.again')}</span> <TimeText value={again_at} />
              </>
            )}
          </Alert>
        )}
        {!isBusy && error === null && before !== undefined && finished_at !== before && (
          <Alert severity="success">{translate(`admin.request.${routine}.done`)}</Alert>
        )}
      </Box>
    </Stack>
  )
}
