import { MESSAGE_TYPES } from '#contract/messages'
import { useTranslate } from './texts'

/** What types of messages are called; one that the console does not know is called as the server does. */
export function useTypeText() {
  const translate = useTranslate()
  return (type: string) => {
    const known = MESSAGE_TYPES.find((one) => one === type)
    return known ? translate(`message.types.${known}`) : type
  }
}
