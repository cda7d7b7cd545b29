const messages = {
  entity: { many: 'configuration templates', first: 'configuration template' },
  fields: {
    id: 'Id',
    name: 'Name',
    settings: 'Settings',
    tags: 'Meant for',
    comment: 'Comment',
    created_at: 'Created',
  },
  details: 'Configuration template',
  allDevices: 'All devices',
  count: '%{smart_count} setting |||| %{smart_count} settings',
  guide: {
    title: 'What templates are for',
    text: 'A template holds settings that several devices should have. On the page of a device, “Take from template” wishes them; the device then gets what it lacks. Changing a template changes no device.',
  },
  form: {
    setting: 'Setting %{number}',
    settingName: 'Setting',
    settingValue: 'Value',
    add: 'Add setting',
    remove: 'Remove setting %{number}',
    none: 'A setting is a name and a value, for example app config interval-report and 900.',
  },
  errors: {
    nameTaken: 'Another template has this name',
    none: 'At least one setting is required',
    duplicate: 'Another row already has this setting',
    tooMany: 'A template can have at most %{max} settings',
    name: 'This is no name of a setting',
    save: 'config save cannot be sent',
  },
  create: {
    title: 'Create a configuration template',
    submit: 'Create template',
    done: 'Configuration template created',
  },
  edit: { done: 'Configuration template updated' },
  delete: {
    title: 'Delete the configuration template %{name}?',
    text: 'No device changes. This cannot be undone.',
    done: 'Configuration template deleted',
  },
  notFound: {
    title: 'Configuration template not found',
    text: 'It may have been deleted, or it belongs to another space.',
    back: 'Back to the templates',
  },
}
export default messages
