import HelpIcon from '@mui/icons-material/HelpOutline'
import { IconButton } from '@mui/material'
import { useLocation } from 'react-router-dom'
import { guideAddress } from '../../addresses'
import { useTranslate } from '../../i18n/translate'
import { sectionOf } from './sections'

/** Leads to the part of the guides about this page, if there is one. */
export function HelpLink() {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const tab = new URLSearchParams(search).get('tab') ?? ''
  const section = sectionOf(`${pathname}/?${tab}`)
  if (!section) return null
  const label = translate('page.help', { page: translate(section.title) })
  return (
    <IconButton
      className="no-print"
      size="small"
      component="a"
      href={guideAddress(section.guide)}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
    >
      <HelpIcon fontSize="small" />
    </IconButton>
  )
}
