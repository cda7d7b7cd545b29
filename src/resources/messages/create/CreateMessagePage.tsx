import { useTranslate } from 'react-admin'
import { PageHeader } from '../../../components/page'

export default function CreateMessagePage() {
  return <PageHeader title={useTranslate()('messages.create.title')} />
}
