import { Suspense } from 'react'
import { z } from 'zod'
import type { Key, KeyInput } from '#contract/keys'
import { lazyPart } from '../../components/lazyPart'
import { SecretText } from '../../components/page'
import { type Fields, nameField, tagsField, timeField } from '../../components/resource/fields'
import { useTags } from '../../components/tags/useTags'
import { msg, useTranslate } from './texts'

const PermissionsInput = lazyPart(() => import('./permissions/PermissionsInput'))
const PermissionText = lazyPart(async () => ({
  default: (await import('./permissions/PermissionsInput')).PermissionText,
}))

/** The id of a key is its token, a secret. */
function Token({ value: { id } }: { value: Key }) {
  return <SecretText value={id} what={useTranslate()('keys.token')} />
}

function NoTags() {
  return useTranslate()('keys.allDevices')
}

const tags = tagsField(msg('keys.tags'))

/** The fields of a key. Rules, "Keys". */
export const keyFields = {
  name: {
    ...nameField<Key>(msg('keys.name'), 'name', ({ name }) => name),
    input: { kind: 'name', prefix: 'key-' },
  },
  id: {
    label: msg('keys.token'),
    show: (key) => <Token value={key} />,
    column: { label: msg('keys.id'), width: 152, card: 'details' },
  },
  tags: {
    ...tags,
    show: (key) => tags.show(key) ?? <NoTags />,
    column: {
      card: 'line',
      cell: tags.show,
      filter: { kind: 'multiselect', source: 'tags', choices: useTags },
    },
  },
  permissions: {
    label: msg('keys.permissions.title'),
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
        toForm: (permissions: string[]) => permissions,
        fromForm: (permissions) => permissions,
        // A newer server knows more permissions than this console; they are kept.
        schema: z.array(z.string()),
      },
    },
  },
  created_at: timeField<Key>(msg('keys.created'), ({ created_at }) => created_at, {
    sortBy: 'created_at',
    width: 124,
    hidden: true,
  }),
  version: 'hidden',
} satisfies Fields<Key, KeyInput>
