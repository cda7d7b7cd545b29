/** Texts of the connectors. `triggers` are those that are no message type. */
const messages = {
  title: 'Connectors',
  entity: { many: 'connectors', first: 'connector' },
  name: 'Name',
  id: 'Id',
  state: 'State',
  enabled: 'Enabled',
  disabled: 'Disabled',
  type: 'Type',
  types: { webhook: 'Webhook', pull: 'Pull', data: 'Data' },
  direction: 'Direction',
  triggersLabel: 'Triggers',
  triggers: { stats: 'Stats', codec: 'Codec' },
  tags: 'Tags',
  created: 'Created',
  details: 'Connector',
  transformation: 'Transformation',
  NO_TAGS_CONNECTOR:
    'This connector has no tags, so no message reaches it. Give it a tag that your devices have.',
  actions: { detail: 'Detail of %{name}', edit: 'Edit %{name}' },
  create: {
    label: 'Create connector',
    title: 'Create a connector',
    done: 'Connector created',
  },
  tabs: {
    title: 'Parts of the connector',
    details: 'Details',
    preview: 'Preview',
    advanced: 'Advanced',
    error: 'Something here is wrong',
  },
  form: {
    triggersHint: 'Messages of these types are forwarded, when their device shares a tag with the connector.',
    transformationHint: 'The function main(job) returns the request to send, or null to send nothing.',
  },
  delays: {
    label: 'Retry delays',
    hint: 'How long to wait before each retry of a delivery that failed, for example 30s, 10m, 1h 30m or 1d.',
    row: 'Delay before retry %{number}',
    add: 'Add retry',
    remove: 'Remove retry %{number}',
    moveUp: 'Move retry %{number} up',
    moveDown: 'Move retry %{number} down',
    none: 'No retries: a delivery is given up when its first attempt fails.',
    total:
      '%{smart_count} retry; gives up after %{total} |||| %{smart_count} retries; gives up after %{total}',
  },
  errors: {
    nameRequired: 'name required',
    nameTaken: 'Another connector has this name',
    duration: 'Write a number with d, h, m or s, for example 10m',
    delay: 'At most 30 days',
    transformation: 'At most 64 kB',
  },
  delete: {
    title: 'Delete the connector %{name}?',
    text: 'It forwards no more messages, and the record of its deliveries is deleted with it. This cannot be undone.',
    done: 'Connector deleted',
  },
  notFound: {
    title: 'Connector not found',
    text: 'It may have been deleted, or it belongs to another space.',
    back: 'Back to connectors',
  },
}
export default messages
