import { Box, Button, Skeleton, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { foldText } from '#contract/common'
import { ConfirmDialog, Section } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { PathList } from './PathList'
import type { FoundPath } from './paths'
import { writeCode } from './writeCode'

interface HelperSectionProps {
  /** Undefined until the messages are there. */
  paths: readonly FoundPath[] | undefined
  /** The person has written code that would be replaced. */
  hasOwnCode: boolean
  onWrite: (source: string) => void
}

/** Lists the numbers that the messages hold, and writes the code that shows the ticked ones. */
export function HelperSection({ paths, hasOwnCode, onWrite }: HelperSectionProps) {
  const translate = useTranslate()
  const [query, setQuery] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asks, setAsks] = useState(false)
  const chosen = useMemo(() => paths?.filter(({ text }) => ticked.has(text)) ?? [], [paths, ticked])
  const shown = useMemo(
    () => paths?.filter(({ text }) => foldText(text).includes(foldText(query.trim()))) ?? [],
    [paths, query],
  )
  const toggle = (text: string) =>
    setTicked((old) =>
      old.has(text) ? new Set([...old].filter((other) => other !== text)) : new Set([...old, text]),
    )
  const write = () => {
    setAsks(false)
    onWrite(writeCode(chosen))
  }
  const content = () => {
    if (!paths) return <Skeleton variant="rounded" height={240} />
    if (paths.length === 0)
      return <Typography color="text.secondary">{translate('dashboard.helper.none')}</Typography>
    return (
      <>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
          {translate('dashboard.helper.hint')}
        </Typography>
        <TextField
          type="search"
          size="small"
          fullWidth
          label={translate('dashboard.helper.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <PathList paths={shown} ticked={ticked} onToggle={toggle} />
        {shown.length === 0 && (
          <Typography role="status" color="text.secondary" sx={{ py: 2 }}>
            {translate('dashboard.helper.noMatch', { query: query.trim() })}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
          <Button
            variant="outlined"
            disabled={chosen.length === 0}
            onClick={() => (hasOwnCode ? setAsks(true) : write())}
          >
            {translate('dashboard.helper.write')}
          </Button>
          <Box component="output" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            {translate('dashboard.helper.chosen', { smart_count: chosen.length })}
          </Box>
          {chosen.length > 0 && (
            <Button onClick={() => setTicked(new Set())}>{translate('dashboard.helper.clear')}</Button>
          )}
        </Box>
      </>
    )
  }
  return (
    <Section title={translate('dashboard.helper.title')}>
      {content()}
      <ConfirmDialog
        open={asks}
        title={translate('dashboard.helper.replaceTitle')}
        confirmLabel={translate('dashboard.helper.replace')}
        onConfirm={write}
        onClose={() => setAsks(false)}
      >
        {translate('dashboard.helper.replaceText')}
      </ConfirmDialog>
    </Section>
  )
}
