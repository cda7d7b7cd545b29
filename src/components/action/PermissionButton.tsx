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
  /** Why it cannot be pressed; null when it can. */
  reason: string | null
}

/** A ref that hands the focus on to the element that takes the place of one that had it. */
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

/** A button that stays within reach of the keyboard when it loads or cannot be pressed, and says why. */
export function ReasonButton({ reason, onClick, sx, ref, ...props }: ReasonButtonProps) {
  const reasonId = useId()
  // With a reason it is another element, in a tooltip.
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
  /** Everyone may press a button without one. */
  permission?: Permission | undefined
  /** Why people with the permission cannot press it either. */
  reason?: string | null
}

/** A button that is disabled without the permission, and says why. Rules, "Roles and permissions". */
export function PermissionButton({ permission, reason = null, ...props }: PermissionButtonProps) {
  const translate = useTranslate()
  const permitted = useKnownPermission(permission)
  if (permitted === undefined) return <Button {...props} disabled />
  return <ReasonButton {...props} reason={permitted ? reason : translate('common.notPermitted')} />
}

interface EditButtonProps extends Pick<PermissionButtonProps, 'permission' | 'reason'> {
  /** Whether the page is in edit mode: then there is no button. Keep the component itself on the page. */
  editing: boolean
}

/** Opens the edit mode, and takes the focus back when it ends. */
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
