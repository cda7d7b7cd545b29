const messages = {
  entity: { many: 'users', first: 'user' },
  details: 'User',
  sent: 'Sent',
  accepted: 'Accepted',
  guide: {
    title: 'Who can do what',
    invitation: {
      title: 'Invite anyone',
      text: 'They get an e-mail. Anyone without an account creates one with it.',
    },
    user: { title: 'Users read', text: 'They see everything in the space except keys and the audit log.' },
    admin: {
      title: 'Admins manage',
      text: 'They create, change and delete everything in the space, and invite others.',
    },
  },
  create: {
    title: 'Invite a user',
    submit: 'Invite user',
    done: 'User has been invited to the space',
  },
  alreadyThere: 'This person is already in the space or invited to it',
  lastAdmin: 'This is the last admin of the space. Make someone else an admin first.',
  ownHint: 'They hold instead of a role.',
  demote: {
    title: 'Give up the admin role?',
    text: 'You will only be able to read this space. Only another admin can give you the role back.',
    confirm: 'Become a user',
  },
  leave: {
    title: 'Leave the space %{space}?',
    text: 'You lose access to its devices, messages and everything else in it. To come back you need a new invitation.',
    confirm: 'Leave',
    done: 'You have left the space',
  },
  delete: {
    title: 'Remove %{name} from the space?',
    text: 'They lose access to everything in it. What they created stays.',
    invitedText: 'The invitation is withdrawn, and its link stops working.',
    confirm: 'Remove',
    done: 'The user was removed from the space',
  },
  notFound: {
    title: 'User not found',
    text: 'They may have been removed from this space.',
    back: 'Back to users',
  },
  invitation: {
    title: 'Invitation',
    mail: 'E-mail',
    waiting: 'Waiting to be sent',
    retrying: 'The server will try again because the e-mail could not be sent',
    sent: 'Sent',
    outbox: 'Not sent: this server has no mail server. The e-mail is in its “outbox” folder; copy the link',
    failed: 'The e-mail could not be sent',
    unknown: 'Unknown whether it was sent',
    resend: 'Resend',
    resent: 'The e-mail will be sent again',
    rewritten: 'The e-mail is written to the “outbox” folder of the server again. Copy the link',
    copyLink: 'Copy link',
    copied: 'Invitation link copied',
    linkHint:
      'For the invited person only. Without an account, they still need to verify their e-mail address.',
    linkRefused: 'The browser did not allow copying. Copy the link here:',
    link: 'Invitation link',
  },
}
export default messages
