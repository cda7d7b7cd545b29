import { useEffect } from 'react'
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation } from 'react-admin'
import { REFUSED } from '../../authProvider'
import { getRetry } from '../../authProvider/session'
import { NO_ANSWER, UNREADABLE } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { type Toast, toast } from './toasts'

/** The page on which access was refused, by the title of its section if the path has one. */
function refusedText(translate: ReturnType<typeof useTranslateText>): string {
  const { pathname } = new URL(getRetry()?.path ?? '/', window.location.origin)
  const keys = pathname.split('/').map((part) => `layout.titles.${part}`)
  const page = keys.map((key) => translate(key)).findLast((title, index) => title !== keys[index])
  return page ? translate('page.refused.text', { page }) : translate('page.refused.somewhere')
}

/**
 * The toast for a react-admin notification. The server's sentence is the description of an API error; a text of the
 * console is a title. Rules, "Failures".
 */
export function toastOf(
  { message, type, notificationOptions }: NotificationPayload,
  translate: ReturnType<typeof useTranslateText>,
): Toast {
  const kind = type === 'warning' ? 'info' : type
  if (typeof message !== 'string') return { kind, title: message }
  if (message === REFUSED) return { kind, title: translate(REFUSED), description: refusedText(translate) }
  const text = translate(message, notificationOptions?.messageArgs)
  const isOwnText = message !== NO_ANSWER && message !== UNREADABLE && text !== message
  if (kind !== 'error' || isOwnText) return { kind, title: text }
  return { kind, title: translate('common.apiError'), description: text }
}

/** Shows react-admin's notifications as toasts. A denied call is reported after the redirect. */
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
