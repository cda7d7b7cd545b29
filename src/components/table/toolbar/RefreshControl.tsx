import RefreshIcon from '@mui/icons-material/Refresh'
import { IconButton } from '@mui/material'
import { useRef } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { REFRESH_PERIODS } from '../constants'
import { NativeSelect } from '../parts'
import { useTable } from '../TableContext'

/** Turns without a change of the document, so that a refresh of the same rows leaves it untouched. */
function turn(icon: Element | null) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  icon?.animate?.([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 500, easing: 'ease-in-out' })
}

/** Refreshes now, and by itself at the chosen period. Spec 1, sections 4 and 9. */
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
  return (
    <>
      <IconButton
        aria-label={now}
        title={now}
        onClick={() => {
          turn(icon.current)
          void refetch()
        }}
      >
        <RefreshIcon ref={icon} fontSize="small" />
      </IconButton>
      <NativeSelect
        label={translate('table.refresh.auto')}
        briefly
        value={settings.refresh}
        options={REFRESH_PERIODS.map((seconds) => ({ value: seconds, text: textOf(seconds) }))}
        onChange={(refresh) => changeSettings({ refresh })}
      />
    </>
  )
}
