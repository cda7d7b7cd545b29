import { Stack } from '@mui/material'
import { type Connector, TRIGGERS } from '#contract/connectors'
import { MESSAGE_TYPES } from '#contract/messages'
import { NameInput } from '../../../components/page/form'
import { TagsInput } from '../../../components/tags/TagsInput'
import { DirectionInput } from './DirectionInput'
import { TriggersInput } from './TriggersInput'

/** The seven message types, and whatever else the connector has, so that saving loses none. Spec 1, section 2. */
const choicesOf = ({ triggers }: Connector) =>
  TRIGGERS.filter((trigger) => MESSAGE_TYPES.some((type) => type === trigger) || triggers.includes(trigger))

/** Name, direction, triggers and tags of a connector. Spec 1, section 2. */
export function DetailsTab({ connector }: { connector: Connector }) {
  return (
    <Stack sx={{ gap: 2, maxWidth: 800 }}>
      <NameInput label="connectors.name" prefix="connector-" />
      <DirectionInput />
      <TriggersInput choices={choicesOf(connector)} />
      <TagsInput label="connectors.tags" />
    </Stack>
  )
}
