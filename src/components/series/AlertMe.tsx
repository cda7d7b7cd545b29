import AlertIcon from '@mui/icons-material/NotificationAddOutlined'
import { Button, IconButton, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type AlertedValue, useAlertMe } from './alertedValue'
import { useTranslate } from './texts'

/** Leads to the form of an alert rule about one of these values; nothing for people who may not create rules. */
export function AlertMeButton({ values }: { values: readonly AlertedValue[] }) {
  const translate = useTranslate()
  const addressOf = useAlertMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [first] = values
  if (!addressOf || !first) return null
  const look = { size: 'small', startIcon: <AlertIcon /> } as const
  if (values.length === 1)
    return (
      <Button {...look} component={Link} to={addressOf(first)}>
        {translate('series.alertMe')}
      </Button>
    )
  return (
    <>
      <Button
        {...look}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('series.alertMe')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {values.map((value) => (
            <MenuItem key={`${value.device.id} ${value.path}`} component={Link} to={addressOf(value)}>
              {value.device.id === first.device.id ? value.label : `${value.label} · ${value.device.name}`}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

/** The same for one value, as an icon. */
export function AlertMeIcon({ value }: { value: AlertedValue }) {
  const label = useTranslate()('series.alertMeAbout', { name: value.label })
  const addressOf = useAlertMe()
  if (!addressOf) return null
  return (
    <IconButton component={Link} to={addressOf(value)} size="small" aria-label={label} title={label}>
      <AlertIcon fontSize="inherit" />
    </IconButton>
  )
}
