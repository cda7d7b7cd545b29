import { Suspense } from 'react'
import { z } from 'zod'
import { keyEntity } from '#contract/keys'
import { EndText } from '../../components/access/EndText'
import { lazyPart } from '../../components/lazyPart'
import { entityFields } from '../../components/resource/entityFields'
import { TAGS } from '../../components/resource/fields'
import { useTags } from '../../components/tags/useTags'
import { group, msg, useTranslate } from './texts'
import { Token } from './token'

const EndInput = lazyPart(() => import('../../components/access/EndInput'))
const PermissionsInput = lazyPart(() => import('../../components/access/PermissionsInput'))
const PermissionText = lazyPart(async () => ({
  default: (await import('../../components/access/PermissionsInput')).PermissionText,
}))

function NoTags() {
  return <span>{useTranslate()('keys.allDevices')}</span>
}

/** The fields of a key. Rules, "Keys". */
export const keyFields = entityFields(
  keyEntity,
  'all',
  group('keys.fields'),
  {
    name: { input: { kind: 'name', prefix: 'key-', taken: msg('keys.errors.nameTaken') } },
    id: {
      show: (key) => <Token value={key} />,
      // People visit the page for it.
      last: false,
      column: {
        label: msg('keys.id'),
        cell: (key) => <Token value={key} />,
        sortBy: undefined,
        hidden: undefined,
        width: 152,
        card: 'details',
      },
    },
    tags: {
      ...TAGS,
      show: (key) => TAGS.show(key) ?? <NoTags />,
      column: {
        card: 'line',
        selfExplanatory: true,
        cell: TAGS.show,
        filter: { kind: 'multiselect', source: 'tags', choices: useTags },
      },
    },
    permissions: {
      show: ({ permissions }) => permissions.join(', '),
      compare: (key) => (
        <Suspense>
          <PermissionText granted={key} />
        </Suspense>
      ),
      details: false,
      input: {
        kind: 'own',
        Input: PermissionsInput,
        initial: [],
        codec: {
          toForm: (permissions) => permissions,
          fromForm: (permissions) => permissions,
          // A newer server may have more permissions; they are kept.
          schema: z.array(z.string()),
        },
      },
    },
    ends_at: {
      show: ({ ends_at }) => ends_at && <EndText value={ends_at} />,
      optional: true,
      column: { cell: ({ ends_at }) => <EndText value={ends_at} />, width: 132, card: 'line' },
      input: { kind: 'own', Input: EndInput, initial: null },
    },
    created_at: { column: { width: 124, hidden: true } },
  },
  ['handle'],
)
