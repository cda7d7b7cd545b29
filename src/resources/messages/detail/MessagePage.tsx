import { useTranslate } from 'react-admin'
import { PageHeader } from '../../../components/page'

export default function MessagePage() {
  return <PageHeader title={useTranslate()('messages.detail.title')} />
}
