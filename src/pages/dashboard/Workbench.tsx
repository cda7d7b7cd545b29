import { Alert, Box, Button } from '@mui/material'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Message } from '#contract/messages'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { serverTimeOf } from '../../clock'
import type { Focusable } from '../../components/editor/types'
import { parseJson } from '../../components/json'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { parseTime } from '../../components/value/TimeText'
import { useCapability } from '../../config'
import { CodeSection } from './code/CodeSection'
import type { Code } from './code/useCode'
import { HelperSection } from './helper/HelperSection'
import { findPaths, firstChoice } from './helper/paths'
import { writeCode } from './helper/writeCode'
import { ChartSection } from './run/ChartSection'
import { inputTypeOf } from './run/runCode'
import { type Owner, spanOf, useMessages, useRange } from './run/useMessages'
import { useRun } from './run/useRun'
import { useTranslate } from './texts'

const SeriesStart = lazyPart(() => import('./helper/SeriesStart'))

interface WorkbenchProps {
  owner: Owner
  name: string
  code: Code
}

/** Number of lines that the standard chart draws for each device. */
const FIRST_LINES = { device: 3, tag: 1 }

const bodiesOf = (messages: readonly Message[]) => messages.map(({ body }) => parseJson(body ?? ''))

/** The chart, its code, and the numbers in the messages. */
export function Workbench({ owner, name, code }: WorkbenchProps) {
  const translate = useTranslate()
  const { range, setRange } = useRange()
  const query = useMessages(owner, range)
  const { data: messages } = query
  const { state, run, stop } = useRun()
  const editor = useRef<Focusable>(null)
  const canStart = useCapability(SERIES_CAPABILITY)
  const [starts, setStarts] = useState(false)

  const paths = useMemo(() => messages && findPaths(bodiesOf(messages)), [messages])
  const standard = useMemo(
    () => paths && writeCode(firstChoice(paths, FIRST_LINES[owner.kind])),
    [paths, owner.kind],
  )
  const inputType = useMemo(() => messages && inputTypeOf(messages), [messages])
  const source = code.source ?? standard

  const runOver = (source: string | undefined) => {
    if (!messages || source === undefined) return
    // The browser's clock may be slow.
    const readAt = Math.max(serverTimeOf(query.dataUpdatedAt), parseTime(messages[0]?.created_at) ?? 0)
    run(source, messages, spanOf(range, readAt))
  }
  const runShown = useEffectEvent(() => runOver(source))
  useEffect(() => {
    if (messages) runShown()
  }, [messages])

  const replace = (source: string) => {
    code.change(source)
    runOver(source)
  }
  const reset = () => {
    code.reset()
    runOver((code.isGuest ? code.own : null) ?? standard)
  }
  const goTo = (line: number, column: number) => {
    editor.current?.focus()
    editor.current?.goTo?.(line, column)
  }
  const first = 'result' in state ? state.result.firstError : undefined
  // A mistake in the returned value has no place in the code.
  const thrown = first && 'mistake' in first ? undefined : first

  return (
    <>
      {code.isGuest && (
        <Alert
          severity="info"
          sx={{ mb: 3 }}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
              <Button color="inherit" size="small" onClick={code.keep}>
                {translate('dashboard.link.keep')}
              </Button>
              <Button color="inherit" size="small" onClick={reset}>
                {translate('dashboard.link.back')}
              </Button>
            </Box>
          }
        >
          {translate('dashboard.link.guest')}
        </Alert>
      )}
      <ChartSection {...{ name, query, range, state }} onRange={setRange} onStop={stop} onPlace={goTo} />
      <Box
        sx={{
          display: 'grid',
          // Never wider than the window, even after the editor was wider.
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          columnGap: 3,
        }}
      >
        <CodeSection
          source={source}
          error={thrown}
          inputType={inputType}
          canReset={code.source !== null}
          inputRef={editor}
          onChange={code.change}
          onRun={() => runOver(source)}
          onReset={reset}
        />
        <HelperSection
          paths={paths}
          source={source}
          hasOwnCode={code.source !== null}
          onWrite={replace}
          actions={
            canStart && (
              <Button disabled={!messages || messages.length === 0} onClick={() => setStarts(true)}>
                {translate('dashboard.start.open')}
              </Button>
            )
          }
        />
      </Box>
      {starts && messages && (
        <PartFrame onClose={() => setStarts(false)}>
          <SeriesStart
            {...{ owner, messages }}
            hasOwnCode={code.source !== null}
            onWrite={replace}
            onClose={() => setStarts(false)}
          />
        </PartFrame>
      )}
    </>
  )
}
