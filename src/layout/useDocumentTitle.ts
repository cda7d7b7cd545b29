import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useConfig } from '../config'
import { useCurrentSpace } from '../dataProvider/account'
import { useTranslate } from '../i18n/translate'
import { registry } from '../resources/registry'

/** Titles of the pages that belong to no section. */
const OWN_TITLES: Record<string, string> = { '/profile': 'profile.title', '/admin': 'layout.admin.title' }
const OWN_SPACE_TITLES: Record<string, string> = { dashboard: 'dashboard.title' }

/** The title of the page for the browser: its section, its space, and the product. */
export function useDocumentTitle() {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const { productName } = useConfig()
  const space = useCurrentSpace()
  const section = registry.find(({ name }) => pathname.split('/').includes(name))?.name
  const ownInSpace = OWN_SPACE_TITLES[pathname.split('/')[3] ?? '']
  const own = OWN_TITLES[pathname] ?? ownInSpace ?? (section && `layout.sections.${section}`)
  const parts = [own && translate(own), space?.name, productName]
  const title = parts.filter(Boolean).join(' – ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = productName
    }
  }, [title, productName])
}
