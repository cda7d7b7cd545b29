import { Box, Button, styled, TextField, Typography } from '@mui/material'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocale } from 'react-admin'
import { foldText } from '#contract/common'
import { ConfirmDialog, Outline, Section } from '../../../components/page'
import { formatExactly } from '../series'
import { useTranslate } from '../texts'
import type { FoundPath } from './paths'
import { pathsIn, writeCode } from './writeCode'

const List = styled('ul')({
  listStyle: 'none',
  margin: '8px 0 0',
  padding: 0,
  maxHeight: 360,
  overflowY: 'auto',
})

const Row = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'start',
  gap: theme.spacing(1.25),
  padding: theme.spacing(0.75, 0.5),
  borderRadius: 6,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  input: { width: 16, height: 16, marginTop: 2, flexShrink: 0, accentColor: theme.palette.primary.main },
}))

interface PathListProps {
  paths: readonly FoundPath[]
  /** Texts of the ticked paths. */
  ticked: ReadonlySet<string>
  onToggle: (text: string) => void
}

/** The paths with check boxes. They are native, because there may be hundreds. */
function PathList({ paths, ticked, onToggle }: PathListProps) {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  return (
    <List aria-label={translate('dashboard.helper.title')}>
      {paths.map(({ text, count, sample }) => (
        <li key={text}>
          <Row>
            <input
              type="checkbox"
              aria-label={text || translate('dashboard.helper.whole')}
              checked={ticked.has(text)}
              onChange={() => onToggle(text)}
            />
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
              <Box component="code">{text || translate('dashboard.helper.whole')}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                <span>
                  {translate('dashboard.helper.sample', { value: formatExactly(sample, locale, text) })}
                </span>
                {', '}
                <span>{translate('dashboard.helper.detail', { smart_count: count })}</span>
              </Box>
            </Box>
          </Row>
        </li>
      ))}
    </List>
  )
}

interface HelperSectionProps {
  /** Beside the title. */
  actions?: ReactNode
  /** Undefined while the messages load. */
  paths: readonly FoundPath[] | undefined
  /** The shown code; undefined while it loads. */
  source: string | undefined
  /** Whether there is code of the person that would be replaced. */
  hasOwnCode: boolean
  onWrite: (source: string) => void
}

/**
 * The ticked paths: those that the code plots, until the person changes the ticks. When the code changes, it decides
 * again.
 */
function useTicked(paths: readonly FoundPath[] | undefined, source: string | undefined) {
  const [choice, setChoice] = useState<{ source: string | undefined; ticked: ReadonlySet<string> }>()
  const plotted = useMemo(
    () => new Set(pathsIn(source ?? '', paths ?? []).map(({ text }) => text)),
    [paths, source],
  )
  const ticked: ReadonlySet<string> = choice && choice.source === source ? choice.ticked : plotted
  const setTicked = (ticked: ReadonlySet<string>) => setChoice({ source, ticked })
  return { ticked, setTicked }
}

/** Lists the numbers in the messages, and writes code that plots the ticked ones. */
export function HelperSection({ actions, paths, source, hasOwnCode, onWrite }: HelperSectionProps) {
  const translate = useTranslate()
  const [query, setQuery] = useState('')
  const { ticked, setTicked } = useTicked(paths, source)
  const [asks, setAsks] = useState(false)
  const chosen = useMemo(() => paths?.filter(({ text }) => ticked.has(text)) ?? [], [paths, ticked])
  const shown = useMemo(
    () => paths?.filter(({ text }) => foldText(text).includes(foldText(query.trim()))) ?? [],
    [paths, query],
  )
  const toggle = (text: string) =>
    setTicked(new Set(ticked.has(text) ? [...ticked].filter((other) => other !== text) : [...ticked, text]))
  const write = () => {
    setAsks(false)
    onWrite(writeCode(chosen))
  }
  const content = () => {
    if (!paths) return <Outline height={240} />
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
            {chosen.length > 0 && translate('dashboard.helper.chosen', { smart_count: chosen.length })}
          </Box>
          {chosen.length > 0 && (
            <Button onClick={() => setTicked(new Set())}>{translate('dashboard.helper.clear')}</Button>
          )}
        </Box>
      </>
    )
  }
  return (
    <Section title={translate('dashboard.helper.title')} actions={actions}>
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
