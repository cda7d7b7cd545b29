import { Alert } from '@mui/material'
import type { ReactNode } from 'react'
import { useIsRestricted } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { PageHeader } from './PageHeader'

/** Replaces a page that the person may not read; its data was never requested. Rules, "Roles and permissions". */
export default function NotPermitted({ title }: { title: ReactNode }) {
  const translate = useTranslate()
  const isRestricted = useIsRestricted()
  return (
    <>
      <PageHeader title={title} />
      <Alert severity="info">{translate(isRestricted ? 'page.notPermittedOwn' : 'page.notPermitted')}</Alert>
    </>
  )
}
