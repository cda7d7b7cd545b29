import { useTranslate } from '../../../i18n/translate'
import { relativeLabel } from './ranges'

/** Names a relative range: "Last 10 days". */
export function useRelativeText() {
  const translate = useTranslate()
  return (relative: string) => {
    const label = relativeLabel(relative)
    return label && translate(label.key, { smart_count: label.smart_count })
  }
}
