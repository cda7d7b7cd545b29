import { Box } from '@mui/material'
import { accessTypeSchema, TAG_COLORS, type Tag, tagEntity } from '#contract/tags'
import { lazyPart } from '../../components/lazyPart'
import { CopyText, Swatch } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { group, msg, useTranslate } from './texts'

const ColorInput = lazyPart(() => import('./ColorInput'))

const AccessType = ({ type }: { type: Tag['access_type'] }) => (
  <span>{useTranslate()(`tags.accessTypes.${type}`)}</span>
)

const ACCESS_TYPES = accessTypeSchema.options.map((id) => ({ id, name: msg(`tags.accessTypes.${id}`) }))

function Color({ color }: Pick<Tag, 'color'>) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Swatch color={color} />
      <CopyText value={color} what={useTranslate()('tags.fields.color')} />
    </Box>
  )
}

/** The fields of a tag. Rules, "Tags". */
export const tagFields = entityFields(tagEntity, 'all', group('tags.fields'), {
  name: {
    input: {
      kind: 'name',
      prefix: 'tag-',
      taken: msg('tags.errors.nameTaken'),
      errors: { required: 'page.naming.required', pattern: msg('tags.errors.name') },
      errorContainsRule: true,
    },
  },
  id: { column: { dropPriority: 1 } },
  access_type: {
    show: ({ access_type }) => <AccessType type={access_type} />,
    column: {
      filter: { kind: 'multiselect', source: 'access_type', choices: ACCESS_TYPES },
      width: 148,
      dropPriority: 3,
    },
    input: { kind: 'select', choices: ACCESS_TYPES },
  },
  color: {
    show: ({ color }) => <Color color={color} />,
    column: { width: 148, card: 'line' },
    input: { kind: 'own', Input: ColorInput, initial: TAG_COLORS[5] },
  },
  created_at: { column: { width: 190, dropPriority: 2 } },
})
