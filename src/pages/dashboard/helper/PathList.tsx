import { Box, styled } from '@mui/material'
import { useLocale } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { formatValue } from '../chart/format'
import type { FoundPath } from './paths'

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
  /** Texts of those that are ticked. */
  ticked: ReadonlySet<string>
  onToggle: (text: string) => void
}

/** The numbers with their check boxes; native ones, for there may be hundreds. */
export function PathList({ paths, ticked, onToggle }: PathListProps) {
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
                {translate('dashboard.helper.sample', { value: formatValue(sample, locale) })}
                {', '}
                {translate('dashboard.helper.detail', { smart_count: count })}
              </Box>
            </Box>
          </Row>
        </li>
      ))}
    </List>
  )
}
