import { Button, type ButtonProps, useForkRef } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { lazy, Suspense, useCallback, useEffect, useId, useRef } from 'react'
import type { Permission } from '#contract/permissions'
import { useKnownPermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { useEditMode } from '../address/addressMode'
import { useShortcutOf } from '../shortcuts/useShortcut'
import { ignore, LoadingButton } from './LoadingButton'

const ReasonTooltip = lazy(() => import('./ReasonTooltip'))

interface ReasonButtonProps extends Omit<ButtonProps, 'href'> {
  /** Why it is disabled; null if it is enabled. */
  reason: string | null
}

/** A ref that moves the focus from an element to the one that replaces it. */
function useKeptFocus() {
  const hadFocus = useRef(false)
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    if (hadFocus.current) element.focus()
    return () => {
      hadFocus.current = element === document.activeElement
    }
  }, [])
}

/** A button that stays focusable while it loads or is disabled, and then shows the reason. */
export function ReasonButton({ reason, onClick, sx, ref, ...props }: ReasonButtonProps) {
  const reasonId = useId()
  // With a reason, a different element is rendered, inside a tooltip.
  const forkedRef = useForkRef(ref, useKeptFocus())
  if (reason === null) return <LoadingButton {...props} ref={forkedRef} onClick={onClick} sx={sx} />
  const dimmed = [{ opacity: 0.5, cursor: 'not-allowed' }, ...(Array.isArray(sx) ? sx : [sx])]
  const button = (
    <Button
      {...props}
      ref={forkedRef}
      loading={null}
      type="button"
      title={undefined}
      aria-disabled
      aria-describedby={reasonId}
      onClick={ignore}
      sx={dimmed}
    />
  )
  return (
    <>
      <Suspense fallback={button}>
        <ReasonTooltip title={reason}>{button}</ReasonTooltip>
      </Suspense>
      <span id={reasonId} style={visuallyHidden}>
        {reason}
      </span>
    </>
  )
}

interface PermissionButtonProps extends Omit<ReasonButtonProps, 'reason'> {
  /** Without a permission, everyone may press the button. */
  permission?: Permission | undefined
  /** Why it is disabled even for people with the permission. */
  reason?: string | null
}

/** A button that is disabled without the permission and shows why. Rules, "Roles and permissions". */
export function PermissionButton({ permission, reason = null, ...props }: PermissionButtonProps) {
  const translate = useTranslate()
  const permitted = useKnownPermission(permission)
  if (permitted === undefined) return <Button {...props} disabled />
  return <ReasonButton {...props} reason={permitted ? reason : translate('common.notPermitted')} />
}

interface EditButtonProps extends Pick<PermissionButtonProps, 'permission' | 'reason'> {
  /** Whether the page is in edit mode, which hides the button. Keep the component itself mounted. */
  editing: boolean
}

/** Starts edit mode, and gets the focus back when it ends. */
export function EditButton({ editing, ...props }: EditButtonProps) {
  const translate = useTranslate()
  const shortcutOf = useShortcutOf()
  const { startEditing } = useEditMode()
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)

  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (editing) return null
  const label = translate('page.edit')
  return (
    <PermissionButton
      {...shortcutOf('edit', label)}
      {...props}
      ref={button}
      variant="contained"
      onClick={startEditing}
    >
      {label}
    </PermissionButton>
  )
}
