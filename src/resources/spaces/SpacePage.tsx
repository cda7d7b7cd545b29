import { Suspense } from 'react'
import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Space } from '#contract/spaces'
import { lazyPart, Waiting } from '../../components/lazyPart'
import {
  CopyText,
  DraftOffer,
  EditButton,
  Field,
  FieldList,
  Loaded,
  PageHeader,
  Section,
  TimeText,
  useEditMode,
} from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { SpaceRole, SpaceType } from './cells'

const SpaceForm = lazyPart(() => import('./SpaceForm'))

function SpaceView({ space }: { space: Space }) {
  const translate = useTranslate()
  return (
    <FieldList>
      <Field label={translate('spaces.fields.name')}>
        <CopyText value={space.name} what={translate('spaces.copy.name')} />
      </Field>
      <Field label={translate('spaces.fields.id')}>
        <CopyText value={space.id} what={translate('spaces.copy.id')} />
      </Field>
      <Field label={translate('spaces.fields.type')}>
        <SpaceType type={space.type} />
      </Field>
      <Field label={translate('spaces.fields.role')}>
        <SpaceRole role={space.user_role} />
      </Field>
      <Field label={translate('spaces.fields.created_at')}>
        <TimeText value={space.created_at} relative />
      </Field>
    </FieldList>
  )
}

function SpaceInfo({ space }: { space: Space }) {
  const translate = useTranslate()
  const { editing: asked } = useEditMode()
  const editing = usePermission('space:update') && asked
  return (
    <>
      <PageHeader
        title={space.name}
        parents={[{ label: translate('spaces.title'), to: '/spaces' }]}
        actions={<EditButton permission="space:update" editing={editing} />}
      />
      {!editing && <DraftOffer resource="spaces" id={space.id} />}
      <Section title={translate('spaces.details')}>
        {editing ? (
          <Suspense fallback={<Waiting />}>
            <SpaceForm space={space} />
          </Suspense>
        ) : (
          <SpaceView space={space} />
        )}
      </Section>
    </>
  )
}

/** Space info page. Spec 1, section 2. */
export default function SpacePage() {
  const { spaceId = '' } = useParams()
  const query = useGetOne<Space>('spaces', { id: spaceId })
  return <Loaded query={query}>{(space) => <SpaceInfo key={space.id} space={space} />}</Loaded>
}
