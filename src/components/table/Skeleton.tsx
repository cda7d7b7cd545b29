import { keyframes, styled } from '@mui/material'
import { useTranslate } from '../../i18n/translate'

const appear = keyframes({ to: { opacity: 1 } })

// A fast answer comes before this shows.
const Bars = styled('div')(({ theme }) => ({
  position: 'relative',
  borderBlock: `1px solid ${theme.palette.divider}`,
  opacity: 0,
  animation: `${appear} 150ms 250ms forwards`,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 24,
    padding: '0 16px',
    height: 22 + 2 * theme.density.rowPadding,
  },
  '& > div > i': { flex: 1, height: 10, borderRadius: 5, backgroundColor: theme.palette.action.hover },
  '& > p': {
    position: 'absolute',
    inset: 0,
    margin: 'auto',
    width: 'fit-content',
    height: 'fit-content',
    padding: '4px 12px',
    backgroundColor: theme.palette.background.paper,
    borderRadius: theme.shape.borderRadius,
    color: theme.palette.text.secondary,
  },
}))

const places = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Stands where the rows will be, in their size; it shows after a moment only. Spec 1, section 4, TABLE_LOADING. */
export function Skeleton({ rows, columns }: { rows: number; columns: number }) {
  const translate = useTranslate()
  return (
    <Bars>
      {places(rows).map((row) => (
        <div key={row} aria-hidden="true">
          {places(columns).map((column) => (
            <i key={column} />
          ))}
        </div>
      ))}
      <p role="status">{translate('table.loading')}</p>
    </Bars>
  )
}
