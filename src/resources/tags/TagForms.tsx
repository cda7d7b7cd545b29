import { Box, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { type Tag, type TagUsage, tagEntity } from '#contract/tags'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { tagFields } from './fields'
import { useTranslate } from './texts'
import { useUsageOf } from './usage'

const createSchema = tagEntity.input.omit({ access_type: true })

/** Losses from the deletion of a tag. */
function Losses({ usage: { devices, connectors } }: { usage: TagUsage }) {
  const translate = useTranslate()
  const lost = () => {
    if (devices && connectors)
      return translate('tags.delete.lost.both', {
        devices: translate('tags.counts.devices', { smart_count: devices }),
        connectors: translate('tags.counts.connectors', { smart_count: connectors }),
        messages: translate('tags.delete.lost.messages', { smart_count: devices }),
        triggered: translate('tags.delete.lost.triggered', { smart_count: connectors }),
      })
    if (devices) return translate('tags.delete.lost.devices', { smart_count: devices })
    if (connectors) return translate('tags.delete.lost.connectors', { smart_count: connectors })
    return translate('tags.delete.lost.nothing')
  }
  return <span>{lost()}</span>
}

/** Says why the tag cannot be deleted, with the keys that are limited to it. */
function LimitedKeys({ tag, count }: { tag: Tag; count: number }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { data: keys = [] } = useGetList(
    'keys',
    { ...WHOLE_LIST, filter: { tags: [tag.id] } },
    // The number of keys is shown in any case.
    { onError: () => undefined },
  )
  return (
    <>
      <span>{translate('tags.delete.limits', { smart_count: count })}</span>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {keys.map(({ id, name }) => (
          <li key={id}>
            <Link component={RouterLink} to={addresses.record('keys', id)}>
              {name}
            </Link>
          </li>
        ))}
      </Box>
    </>
  )
}

/** Text for the deletion of a tag, and whether it is blocked. */
function useDeletion(tag: Tag) {
  const translate = useTranslate()
  const usage = useUsageOf(tag)
  if (!usage) return undefined
  if (usage.keys === 0) return { text: <Losses usage={usage} /> }
  return {
    title: translate('tags.delete.blocked', { name: tag.name }),
    text: <LimitedKeys tag={tag} count={usage.keys} />,
    isBlocked: true,
  }
}

/** Edit mode of a tag. Rules, "Tags". */
export function TagEdit({ tag }: { tag: Tag }) {
  return <ResourceEdit fields={tagFields} schema={tagEntity.input} deletion={useDeletion(tag)} />
}

/** Dialog that creates a tag; then the new tag opens. Rules, "Tags". */
export function TagCreate(props: CreateDialogProps) {
  return <ResourceCreate {...props} fields={tagFields} schema={createSchema} />
}
