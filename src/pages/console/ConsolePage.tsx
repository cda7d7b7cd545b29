import { useTranslate } from 'react-admin'
import { PageHeader } from '../../components/page'

export default function ConsolePage() {
  return <PageHeader title={useTranslate()('console.title')} />
}
