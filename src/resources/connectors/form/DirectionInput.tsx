import { SelectInput } from 'react-admin'
import { directionSchema } from '#contract/messages'

const CHOICES = directionSchema.options.map((id) => ({ id, name: `messages.directions.${id}` }))

/** The way of the messages that trigger the connector. */
export function DirectionInput() {
  return (
    <SelectInput
      source="direction"
      label="connectors.direction"
      choices={CHOICES}
      helperText={false}
      isRequired
      fullWidth
    />
  )
}
