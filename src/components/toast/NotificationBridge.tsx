import { useEffect } from 'react'
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation } from 'react-admin'
import { NO_ANSWER, UNREADABLE } from '../../dataProvider/client'
import { useTranslate } from '../../i18n/translate'
import { type Toast, toast } from './toasts'

type Translate = ReturnType<typeof useTranslate>

/**
 * The toast for a notification of react-admin. What the server said stands under the API error title;
 * a text of our own is a title by itself. Spec 1, section 8, "General client".
 */
export function toastOf(
  { message, type, notificationOptions }: NotificationPayload,
  translate: Translate,
): Toast {
  const kind = type === 'warning' ? 'info' : type
  if (typeof message !== 'string') return { kind, title: message }
  const isOwnText = message !== NO_ANSWER && message !== UNREADABLE && translate(message, { _: '' }) !== ''
  const text = translate(message, { ...notificationOptions?.messageArgs, _: message })
  if (kind !== 'error' || isOwnText) return { kind, title: text }
  return { kind, title: translate('common.apiError'), description: text }
}

/** Hands react-admin's notifications over to the toasts. Denied calls never get here: the auth provider takes them. */
export function NotificationBridge() {
  const { notifications, takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const translate = useTranslate()
  useEffect(() => {
    if (notifications.length === 0) return
    const notification = takeNotification()
    if (!notification) return
    toast(toastOf(notification, translate))
    if (notification.notificationOptions?.undoable) takeMutation()?.({ isUndo: false })
  }, [notifications, takeNotification, takeMutation, translate])
  return null
}
