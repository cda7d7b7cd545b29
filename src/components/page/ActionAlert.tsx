import { Alert, type AlertProps, Button } from '@mui/material'
import type { ReactNode } from 'react'

interface ActionAlertProps extends Pick<AlertProps, 'severity'> {
  /** What can be done about it, as the button says it. */
  action: string
  onAction: () => void
  children: ReactNode
}

/** A notice with one thing that can be done about it. */
export function ActionAlert({ severity, action, onAction, children }: ActionAlertProps) {
  return (
    <Alert
      severity={severity}
      action={
        <Button color="inherit" size="small" onClick={onAction}>
          {action}
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
