import ViewIcon from '@mui/icons-material/BookmarkBorder'
import { addressOf } from '../../components/views/address'
import { useViews } from '../../components/views/useViews'
import type { Entry } from './entries'
import { useTranslate } from './texts'

/** The views of the space; each opens its list. */
export function useViewEntries(spaceId: string | undefined): Entry[] {
  const translate = useTranslate()
  const { views = [] } = useViews()
  if (!spaceId) return []
  return views.map((view) => {
    const to = addressOf(spaceId, view)
    const key = `view ${view.id}`
    return {
      key,
      group: translate('layout.titles.views'),
      title: view.name,
      detail: translate(`layout.titles.${view.list}`),
      icon: ViewIcon,
      to,
      kept: { key, spaceId, resource: 'views', title: view.name, to },
    }
  })
}
