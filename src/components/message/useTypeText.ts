import { MESSAGE_TYPES } from '#contract/messages'
import { useTranslate } from './texts'

/** The names of message types; an unknown type keeps the server's name. */
export function useTypeText() {
  const translate = useTranslate()
  return (type: string) => {
    const known = MESSAGE_TYPES.find((one) => one === type)
    return known ? translate(`message.types.${known}`) : type
  }
}
