import { useTranslate } from 'react-admin'
import { PageHeader } from '../../../components/page'

export default function ComparePage() {
  return <PageHeader title={useTranslate()('messages.compare.title')} />
}
