import { useEffect } from 'react'
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation } from 'react-admin'
import { NO_ANSWER, UNREADABLE } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n/translate'
import { type Toast, toast } from './toasts'

/**
 * The toast for a notification of react-admin. The server's sentence is the description of an API error; a text of the
 * console is a title. Spec 1, section 8, "General client".
 */
export function toastOf(
  { message, type, notificationOptions }: NotificationPayload,
  translate: ReturnType<typeof useTranslateText>,
): Toast {
  const kind = type === 'warning' ? 'info' : type
  if (typeof message !== 'string') return { kind, title: message }
  const text = translate(message, notificationOptions?.messageArgs)
  const isOwnText = message !== NO_ANSWER && message !== UNREADABLE && text !== message
  if (kind !== 'error' || isOwnText) return { kind, title: text }
  return { kind, title: translate('common.apiError'), description: text }
}

/** Shows react-admin's notifications as toasts. Denied calls do not get here: the auth provider handles them. */
export function NotificationBridge() {
  const { notifications, takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const translate = useTranslateText()
  useEffect(() => {
    if (notifications.length === 0) return
    const notification = takeNotification()
    if (!notification) return
    toast(toastOf(notification, translate))
    if (notification.notificationOptions?.undoable) takeMutation()?.({ isUndo: false })
  }, [notifications, takeNotification, takeMutation, translate])
  return null
}
