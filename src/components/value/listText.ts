import { useLocale } from 'react-admin'
import { tagOf } from '../../clock'

/** Names in a list of the language. */
export function useListText(): (names: readonly string[], type?: Intl.ListFormatType) => string {
  const locale = useLocale() ?? 'en'
  return (names, type = 'conjunction') => new Intl.ListFormat(tagOf(locale), { type }).format(names)
}
