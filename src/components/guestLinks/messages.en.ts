/** Texts about links for people without an account. */
const messages = {
  title: 'Guest links',
  none: 'Nobody outside the space sees anything. Share a history on the page of its device.',
  share: {
    title: 'Share %{name}',
    text: 'Anybody who has the link sees the name and the state of the device and these values, without an account, until the link ends or somebody revokes it.',
    values: 'Values',
    tooMany: 'A link shows at most %{max} values: the first ones are shared.',
    what: 'Shown',
    device: 'Only the last values',
    hours: 'The last hour |||| The last %{smart_count} hours',
    days: 'The last day |||| The last %{smart_count} days',
    ends: 'Link ends',
    in: 'In %{smart_count} day |||| In %{smart_count} days',
    submit: 'Create link',
    link: 'Guest link',
    copied: 'The link is copied. It is shown only now.',
    done: 'The link is shown only now. Copy it and send it.',
    listed: 'Space info lists the guest links, and revokes them.',
    close: 'Close',
  },
  list: {
    views: '%{smart_count} view |||| %{smart_count} views',
    never: 'Never opened',
    by: 'by %{name}',
    withdrawn: 'Shows nothing: %{name} may not read the device any more',
    revoke: 'Revoke',
    revokeTitle: 'Revoke the link to %{name}?',
    revokeText: 'Whoever has it sees nothing from then on. This cannot be undone.',
    revoked: 'Link revoked',
  },
}
export default messages
