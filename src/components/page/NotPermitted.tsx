import { Alert } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/translate'
import { PageHeader } from './PageHeader'

/** Replaces a page that the role may not read; its data was never requested. Rules, "Roles and permissions". */
export default function NotPermitted({ title }: { title: ReactNode }) {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={title} />
      <Alert severity="info">{translate('page.notPermitted')}</Alert>
    </>
  )
}
