import { useParams } from 'react-router-dom'
import { lazyPart } from '../../components/lazyPart'
import { Section } from '../../components/page'
import { RecordFields } from '../../components/resource/fields'
import { RecordPage } from '../../components/resource/RecordPage'
import { useTranslate } from '../../i18n/translate'
import { spaceFields } from './fields'

const SpaceEdit = lazyPart(async () => ({ default: (await import('./SpaceForms')).SpaceEdit }))

/** Space info page. Spec 1, section 2. */
export default function SpacePage() {
  const translate = useTranslate()
  const { spaceId } = useParams()
  return (
    <RecordPage
      id={spaceId}
      show={
        <Section title={translate('spaces.details')}>
          <RecordFields fields={spaceFields} />
        </Section>
      }
      edit={<SpaceEdit />}
    />
  )
}
