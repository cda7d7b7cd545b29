import { Button } from '@mui/material'
import { useEffect, useRef } from 'react'
import type { Permission } from '#contract/permissions'
import { useTranslate } from '../../i18n/translate'
import { PermissionButton } from './PermissionButton'
import { useEditMode } from './useEditMode'

interface EditButtonProps {
  /** Nothing is asked for where everyone may edit. */
  permission?: Permission
  /** Whether the page is in edit mode: then there is no button. Keep the component itself on the page. */
  editing: boolean
}

/** Opens the edit mode, and takes the focus back when it ends. */
export function EditButton({ permission, editing }: EditButtonProps) {
  const translate = useTranslate()
  const { startEditing } = useEditMode()
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)

  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (editing) return null
  const props = { ref: button, variant: 'contained', onClick: startEditing } as const
  const label = translate('page.edit')
  if (!permission) return <Button {...props}>{label}</Button>
  return (
    <PermissionButton {...props} permission={permission}>
      {label}
    </PermissionButton>
  )
}
