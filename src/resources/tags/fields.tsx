import { Box } from '@mui/material'
import { accessTypeSchema, TAG_COLORS, type Tag, type TagInput } from '#contract/tags'
import { lazyPart } from '../../components/lazyPart'
import { CopyText, Swatch } from '../../components/page'
import { type Fields, idField, nameField, timeField } from '../../components/resource/fields'
import { msg, useTranslate } from './texts'

const ColorInput = lazyPart(() => import('./ColorInput'))

const AccessType = ({ type }: { type: Tag['access_type'] }) => useTranslate()(`tags.accessTypes.${type}`)

const ACCESS_TYPES = accessTypeSchema.options.map((id) => ({ id, name: msg(`tags.accessTypes.${id}`) }))

function Color({ color }: Pick<Tag, 'color'>) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Swatch color={color} />
      <CopyText value={color} what={useTranslate()('tags.color')} />
    </Box>
  )
}

/** The fields of a tag. Rules, "Tags". */
export const tagFields = {
  name: {
    ...nameField<Tag>(msg('tags.name'), 'name', ({ name }) => name),
    input: {
      kind: 'name',
      prefix: 'tag-',
      errors: { required: 'page.naming.required', pattern: msg('tags.errors.name') },
      errorTellsRule: true,
    },
  },
  id: idField<Tag>(msg('tags.id'), { sortBy: 'id', yields: 1 }),
  access_type: {
    label: msg('tags.accessType'),
    show: ({ access_type }) => <AccessType type={access_type} />,
    column: {
      sortBy: 'access_type',
      filter: { kind: 'multiselect', source: 'access_type', choices: ACCESS_TYPES },
      width: 148,
      yields: 3,
    },
    input: { kind: 'select', choices: ACCESS_TYPES },
  },
  color: {
    label: msg('tags.color'),
    show: ({ color }) => <Color color={color} />,
    column: { sortBy: 'color', width: 148, card: 'line' },
    input: { kind: 'own', Input: ColorInput, initial: TAG_COLORS[5] },
  },
  created_at: timeField<Tag>(msg('tags.created'), ({ created_at }) => created_at, {
    sortBy: 'created_at',
    width: 190,
    yields: 2,
  }),
  version: 'hidden',
} satisfies Fields<Tag, TagInput>
