/** Texts of the trash. */
const messages = {
  details: 'Details',
  entity: { many: 'deleted records', first: 'deleted record' },
  notFound: {
    title: 'Not found in the trash',
    text: 'It may have been restored, or deleted for good.',
    back: 'Back to the trash',
  },
  empty: 'The trash is empty.',
  intro:
    'Deleted devices, connectors, alert rules, tags, variables, notes and shared views stay here until their time ends. They are restored with what they had, also their history.',
  fields: {
    resource: 'Kind',
    name: 'Name',
    detail: 'Details',
    deleted_by: 'Deleted by',
    deleted_at: 'Deleted',
    kept_until: 'Kept until',
    batch: 'Deleted together',
  },
  kinds: {
    device: 'Device',
    connector: 'Connector',
    alertRule: 'Alert rule',
    tag: 'Tag',
    variable: 'Variable',
    note: 'Note',
    view: 'View',
  },
  restore: {
    label: 'Restore',
    one: 'Restore %{name}',
    batch: 'Restore all deleted together',
    done: '%{smart_count} record restored |||| %{smart_count} records restored',
    failed: '%{smart_count} record was not restored |||| %{smart_count} records were not restored',
    gone: 'It is no longer in the trash.',
  },
  purge: {
    label: 'Delete for good',
    one: 'Delete %{name} for good',
    all: 'Empty the trash',
    title: 'Delete %{smart_count} record for good? |||| Delete %{smart_count} records for good?',
    titleAll: 'Delete everything in the trash for good?',
    text: 'Their messages and deliveries are deleted too. This cannot be undone.',
    done: '%{smart_count} record deleted for good |||| %{smart_count} records deleted for good',
  },
  many: {
    title: 'Delete %{smart_count} record? |||| Delete %{smart_count} records?',
    submit: 'Delete %{smart_count} record |||| Delete %{smart_count} records',
    results: 'Results of the deletion',
    retry: 'Retry %{smart_count} record |||| Retry %{smart_count} records',
    notCounted: 'What goes with them is counted for up to %{max} records.',
  },
  leftOut:
    '%{smart_count} old row of it, such as a session, was too much and is lost. |||| %{smart_count} old rows of it, such as sessions, were too many and are lost.',
  moved: 'Moved to the trash',
  final: 'This cannot be undone.',
  kept: 'It can be restored from the trash for %{smart_count} day. |||| It can be restored from the trash for %{smart_count} days.',
  keptMany:
    'They can be restored from the trash for %{smart_count} day. |||| They can be restored from the trash for %{smart_count} days.',
  atLeast: 'Numbers are counted up to %{max}; it may be more.',
  reading: 'Looking up what goes with it…',
  effects: {
    label: 'What goes with it',
    messages: '%{smart_count} message |||| %{smart_count} messages',
    alerts: '%{smart_count} open alert, which ends |||| %{smart_count} open alerts, which end',
    downlinks: '%{smart_count} pending downlink |||| %{smart_count} pending downlinks',
    variables: '%{smart_count} variable |||| %{smart_count} variables',
    deliveries:
      '%{smart_count} pending delivery, which waits in the trash |||| %{smart_count} pending deliveries, which wait in the trash',
    devices: '%{smart_count} device loses the tag |||| %{smart_count} devices lose the tag',
    connectors: '%{smart_count} connector loses the tag |||| %{smart_count} connectors lose the tag',
    rules: '%{smart_count} alert rule that names it |||| %{smart_count} alert rules that name it',
    keys: '%{smart_count} key is limited to the tag, which stays therefore |||| %{smart_count} keys are limited to the tags, which stay therefore',
  },
}
export default messages
