import { useParams } from 'react-router-dom'
import type { Space } from '#contract/spaces'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { spaceFields } from './fields'

const SpaceEdit = lazyPart(async () => ({ default: (await import('./SpaceForms')).SpaceEdit }))

/** Space info page. Spec 1, section 2. */
export default function SpacePage() {
  return (
    <RecordPage
      id={useParams().spaceId}
      show={<RecordDetails<Space> fields={spaceFields} />}
      edit={<SpaceEdit />}
    />
  )
}
