import ArrowIcon from '@mui/icons-material/ArrowDropDown'
import RefreshIcon from '@mui/icons-material/Refresh'
import { IconButton, styled } from '@mui/material'
import { useRef } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'
import { REFRESH_PERIODS, useTable } from './useTable'

/** A button with a menu: a native select lies over the arrow. */
const Split = styled('div')(({ theme: { palette, shape } }) => ({
  display: 'inline-flex',
  border: `1px solid ${palette.text.disabled}`,
  borderRadius: shape.borderRadius,
  backgroundColor: palette.background.paper,
  '& > button': {
    width: 36,
    height: 34,
    minWidth: 0,
    padding: 0,
    borderRadius: 7,
    color: palette.text.primary,
  },
  label: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minWidth: 28,
    justifyContent: 'center',
    borderInlineStart: `1px solid ${palette.divider}`,
    fontSize: '0.875rem',
    '&:hover': { backgroundColor: palette.action.hover },
    '&[data-active]': { color: palette.primary.main, paddingInlineStart: 8 },
    '&:has(:focus-visible)': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: 2,
      borderRadius: 4,
    },
    svg: { fontSize: 18 },
  },
  select: { position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer', fontSize: '1rem' },
  [TOUCH]: { '& > button, label': { minWidth: TOUCH_SIZE } },
}))

/** Spins an icon with an animation that changes no DOM node: a refresh with the same rows must not touch any. */
function spin(icon: Element | null) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  icon?.animate?.([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 500, easing: 'ease-in-out' })
}

/** Refreshes now, and automatically at the chosen interval. Rules, "Tables". */
export function RefreshControl() {
  const translate = useTranslate()
  const { refetch } = useListContext()
  const { settings, changeSettings } = useTable()
  const icon = useRef<SVGSVGElement>(null)
  const textOf = (seconds: number) => {
    if (seconds === 0) return translate('table.refresh.off')
    if (seconds < 60) return translate('table.refresh.seconds', { smart_count: seconds })
    return translate('table.refresh.minutes', { smart_count: seconds / 60 })
  }
  const now = translate('table.refresh.now')
  const auto = translate('table.refresh.auto')
  const { refresh: period } = settings
  const refresh = () => {
    spin(icon.current)
    void refetch()
  }
  return (
    <Split>
      <IconButton aria-label={now} title={now} onClick={refresh}>
        <RefreshIcon ref={icon} fontSize="small" />
      </IconButton>
      <label title={`${auto}: ${textOf(period)}`} data-active={period > 0 || undefined}>
        {period > 0 && <span aria-hidden="true">{textOf(period)}</span>}
        <ArrowIcon />
        <select
          aria-label={auto}
          value={period}
          onChange={({ target }) => changeSettings({ refresh: Number(target.value) })}
        >
          {REFRESH_PERIODS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {textOf(seconds)}
            </option>
          ))}
        </select>
      </label>
    </Split>
  )
}
