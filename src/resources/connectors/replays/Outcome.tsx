import { Box, Button, DialogActions, DialogContent, Stack } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useEvent, useLocale } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Connector, RATE_MAX, RATE_MIN, sendingOf } from '#contract/connectors'
import {
  REPLAY_COUNTED_MAX,
  REPLAY_NAMED_MAX,
  type ReplayCreate,
  type ReplayStarted,
  replaysApi,
} from '#contract/replays'
import { tagOf } from '../../../clock'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { LoadFailed, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useRested } from '../../../components/useRested'
import { useSpaceport } from '../../../dataProvider/queries'
import { DryRun } from './DryRun'
import { inputOf, problemOf, type ReplayValues, refusedFieldsOf } from './form'
import { useTranslate } from './texts'
import { useRefreshReplays, useReplayCount } from './useReplays'

/** "1,204 messages of 12 devices". */
function useCountText() {
  const translate = useTranslate()
  const number = new Intl.NumberFormat(tagOf(useLocale() ?? 'en'))
  return ({ count, device_count }: ReplayStarted): string => {
    if (count === 0) return translate('connectors.replays.count.zero')
    if (count > REPLAY_COUNTED_MAX)
      return translate('connectors.replays.count.many', { count: number.format(REPLAY_COUNTED_MAX) })
    const counted = (of: number) => ({ smart_count: of, count: number.format(of) })
    return translate('connectors.replays.count.of', {
      messages: translate('connectors.replays.count.messages', counted(count)),
      devices: translate('connectors.replays.count.devices', counted(device_count)),
    })
  }
}

/** Label of the start button. */
function useStartText() {
  const translate = useTranslate()
  const number = new Intl.NumberFormat(tagOf(useLocale() ?? 'en'))
  return (found: ReplayStarted | null | undefined): string => {
    if (!found || found.count === 0) return translate('connectors.replays.startNone')
    if (found.count > REPLAY_COUNTED_MAX) return translate('connectors.replays.startMany')
    const values = { smart_count: found.count, count: number.format(found.count) }
    return translate('connectors.replays.start', values)
  }
}

/** Requests for some of the messages; nothing runs until people ask for it. */
function Sample({ connector, found: { sample } }: { connector: Connector; found: ReplayStarted }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Box>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen((open) => !open)}>
        {translate('connectors.replays.try', { smart_count: sample.length })}
      </Button>
      {isOpen && <DryRun connector={connector} sample={sample} />}
    </Box>
  )
}

const askedOf = (values: ReplayValues) => ({ problem: problemOf(values), asked: inputOf(values) })

/**
 * Shows the server's refusal at its field until the person changes the form.
 * @returns whether the error is about a field
 */
function useRefusal(failure: unknown) {
  const { setError, clearErrors, watch } = useFormContext<ReplayValues>()
  const show = useEvent((error: unknown, shouldFocus: boolean): boolean => {
    const refused = refusedFieldsOf(error)
    for (const [i, { field, message }] of refused.entries())
      setError(field, { type: 'server', message }, { shouldFocus: shouldFocus && i === 0 })
    return refused.length > 0
  })
  useEffect(() => {
    const { unsubscribe } = watch(() => clearErrors())
    return unsubscribe
  }, [watch, clearErrors])
  useEffect(() => void show(failure, false), [failure, show])
  return show
}

interface OutcomeProps {
  connector: Connector
  onClose: () => void
  /** The fields of the form. */
  children: ReactNode
}

/** The form, a preview of some requests, the number of messages, and the buttons. */
export function Outcome({ connector, onClose, children }: OutcomeProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const refresh = useRefreshReplays()
  const { control } = useFormContext<ReplayValues>()
  // The form mutates its values; `compute` returns new ones after each change.
  const { problem, asked } = useWatch({ control, compute: askedOf })
  const wanted = problem ? '' : JSON.stringify(asked)
  const rested = useRested(wanted)
  const isRested = rested === wanted && wanted !== ''
  const input = isRested ? asked : null
  const { data, error, isFetching, refetch } = useReplayCount(connector, input)
  const failure = isRested ? error : null
  const showAtField = useRefusal(failure)
  const found = isRested && !isFetching ? data : null
  const countText = useCountText()
  const startText = useStartText()
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: ReplayCreate) => {
      await ask(replaysApi.start, { params: { connectorId: connector.id }, body })
      toast({ kind: 'success', title: translate('connectors.replays.started') })
      await refresh()
      onClose()
    },
    onError: (thrown) => {
      if (!showAtField(thrown, true)) showFailure(thrown)
    },
  })
  const isRefused = refusedFieldsOf(failure).length > 0
  const line = problem
    ? translate(problem, { min: RATE_MIN, max: RATE_MAX, most: REPLAY_NAMED_MAX })
    : isRefused
      ? translate('connectors.replays.refused')
      : found
        ? countText(found)
        : translate('connectors.replays.counting')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (input && found && found.count > 0 && !isPending) mutate(input)
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {children}
          {found && found.sample.length > 0 && <Sample key={rested} connector={connector} found={found} />}
          {sendingOf(connector) === 'webhook' && (
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              {translate('connectors.replays.ids')}
            </Box>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', px: 3, py: 2, rowGap: 1, borderTop: 1, borderColor: 'divider' }}>
        <Box sx={{ flex: '1 1 240px' }}>
          {failure && !isRefused ? (
            <LoadFailed error={failure} onRetry={() => void refetch()} />
          ) : (
            <Box
              component="output"
              sx={{
                fontWeight: 600,
                fontVariantNumeric: 'tabular-nums',
                ...((problem || failure) && { color: 'error.main' }),
              }}
            >
              {line}
            </Box>
          )}
        </Box>
        <Button onClick={onClose} disabled={isPending}>
          {translate('page.cancel')}
        </Button>
        <LoadingButton
          type="submit"
          variant="contained"
          loading={isPending}
          disabled={!found || found.count === 0}
        >
          {startText(found)}
        </LoadingButton>
      </DialogActions>
    </Box>
  )
}
