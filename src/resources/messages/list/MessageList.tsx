import { useTranslate } from 'react-admin'
import { PageHeader } from '../../../components/page'

export default function MessageList() {
  return <PageHeader title={useTranslate()('messages.list.title')} />
}
