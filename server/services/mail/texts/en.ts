import { countedIn, type SubjectCounts } from '../../notices/named'
import {
  type About,
  type Affected,
  type Alerted,
  type Changed,
  type Digested,
  type DigestPart,
  type FlappingRule,
  type HeldRollout,
  type Invited,
  known,
  restOf,
  type Summed,
  totalOf,
  type Words,
} from './words'

const ROLES = {
  user: 'a user, who can read everything in it',
  admin: 'an admin, who can change everything in it',
}

const ofAccount = ({ product, email }: About) =>
  `You get this e-mail because ${email} has an account in ${product}.`

/** Subject and first sentence of each change. */
const CHANGES: Record<Changed['what'], (of: Changed) => [subject: string, line: string]> = {
  password: ({ product }) => [
    `Your password for ${product} was changed`,
    `The password of your account in ${product} was changed.`,
  ],
  passkeyAdded: ({ product }) => [
    `A passkey was added to your account in ${product}`,
    `A new passkey can sign in to your account in ${product}.`,
  ],
  passkeyRemoved: ({ product }) => [
    `A passkey was removed from your account in ${product}`,
    `A passkey can no longer sign in to your account in ${product}.`,
  ],
  authenticatorAdded: ({ product }) => [
    `An authenticator app was set up for your account in ${product}`,
    `Signing in to your account in ${product} with the password now requires a code from an authenticator app.`,
  ],
  authenticatorRemoved: ({ product }) => [
    `The authenticator app was removed from your account in ${product}`,
    `Codes from the authenticator app no longer work for your account in ${product}.`,
  ],
  recoveryCodes: ({ product }) => [
    `New recovery codes for your account in ${product}`,
    `New recovery codes for your account in ${product} were created. The previous ones no longer work.`,
  ],
  identityAdded: ({ product }) => [
    `A sign-in method was added to your account in ${product}`,
    `An identity of another provider can now sign in to your account in ${product}.`,
  ],
  identityRemoved: ({ product }) => [
    `A sign-in method was removed from your account in ${product}`,
    `An identity of another provider can no longer sign in to your account in ${product}.`,
  ],
  address: ({ product }) => [
    `The e-mail address of your account in ${product} was changed`,
    `From now on, you sign in to ${product} with another e-mail address.`,
  ],
}

const BY = {
  owner: 'You, signed in',
  link: 'Someone with a link from an e-mail to you',
  admin: 'An administrator',
}

function remedyOf({ what, admin, hasPasswords }: Changed): string {
  if (what === 'address')
    return `If you did not expect this, contact the administrator${admin === null ? '' : `, ${admin}`}.`
  const remove = 'under Profile → Security, remove what is not yours, and tell an administrator'
  return hasPasswords
    ? `If it was you, there is nothing to do. If it was not you, set a new password immediately: this signs out everyone who uses the account. Then ${remove}.`
    : `If it was you, there is nothing to do. If it was not you, sign in and end the other sessions immediately. Then ${remove}.`
}

const counted = (counts: SubjectCounts) => countedIn('en', counts)

const HOW = { silent: 'silent since', failing: 'failing since', so: 'since' }

const affectedFacts = ({ affected, how, counts }: Alerted): [string, string][] => {
  const rest = restOf(counts, affected.length)
  return [
    ...affected.map(({ name, value, since }: Affected): [string, string] => [
      name,
      value === null ? `${HOW[how]} ${since}` : `${value}, since ${since}`,
    ]),
    ...(rest ? [['And', counted(rest).replace(' ', ' more ')] satisfies [string, string]] : []),
  ]
}

const whyAlerted = ({ product, email, space }: Alerted) =>
  `You get this e-mail because a rule of the space ${space} in ${product} notifies ${email}.`

const alertOpened = (of: Alerted): Words => ({
  subject: `${of.product} alert in ${of.space}: ${of.rule} (${counted(of.counts)})`,
  lines: [
    `The rule “${of.rule}” of the space ${of.space} in ${of.product} opened an alert.`,
    ...(of.isAssigned ? ['It is assigned to you.'] : []),
    ...(of.isUnacknowledged ? ['Nobody has acknowledged it yet.'] : []),
  ],
  facts: [['Since', of.since], ...affectedFacts(of)],
  action: 'Open the alert',
  ignore: of.mayAcknowledge
    ? 'If you take it on, acknowledge it there, so that the others know.'
    : 'It shows there who it is assigned to.',
  why: whyAlerted(of),
})

/** A part of the daily e-mail; none if it has no alerts. */
const digestPart = (title: string, { count, alerts }: DigestPart) =>
  count === 0
    ? []
    : {
        title,
        items: alerts.map(({ rule, counts, from, to, span, href }) => ({
          text: `${rule}, ${counted(counts)}, ${to === null ? `since ${from}` : `${from} – ${to}`} (${span})`,
          href,
        })),
        more: count > alerts.length ? `And ${count - alerts.length} more.` : null,
      }

const PARTS = { opened: 'opened', over: 'resolved', still: 'ongoing' } as const

export const en = {
  greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  invitation: ({ space, product, email, role, sender }: Invited): Words => ({
    subject: `Invitation to the space ${space} in ${product}`,
    lines: [
      `${sender === null ? 'You are invited' : `${sender} invites you`} to the space ${space} in ${product}, as ${ROLES[role]}.`,
      `${product} is a console for IoT devices: it shows what they measure, and sends them commands.`,
      'Open the invitation to join. If you have no account yet, choose a password there.',
    ],
    action: 'Open the invitation',
    ignore:
      'If you did not expect this invitation, ignore this e-mail, or refuse the invitation on its page.',
    why: `You get this e-mail because someone in ${product} invited ${email}.`,
  }),
  mailTest: ({ product, email }: About): Words => ({
    subject: `Test e-mail from ${product}`,
    lines: [`The mail server of ${product} works: this e-mail has arrived.`],
    action: 'Open the administration',
    ignore: 'There is nothing to do.',
    why: `You get this e-mail because ${email} requested it in the administration of ${product}.`,
  }),
  verification: ({ product, email }: About): Words => ({
    subject: `Verify your e-mail address for ${product}`,
    lines: [
      `Someone signed up for ${product} with your e-mail address.`,
      'If it was you, verify the address. Then you can sign in.',
    ],
    action: 'Verify the address',
    ignore: 'If it was not you, do not open the link: without it nobody can use the account.',
    why: `You get this e-mail because someone signed up for ${product} with ${email}.`,
  }),
  reset: (of: About): Words => ({
    subject: `Set a new password for ${of.product}`,
    lines: [
      `Someone asked to set a new password for the account with your e-mail address in ${of.product}.`,
      'If it was you, choose a new password. You will be signed out everywhere.',
    ],
    action: 'Set a new password',
    ignore: 'If it was not you, ignore this e-mail: your password stays as it is.',
    why: ofAccount(of),
  }),
  registered: (of: About): Words => ({
    subject: `You already have an account in ${of.product}`,
    lines: [
      `Someone tried to sign up for ${of.product} with your e-mail address, but you already have an account there. Nothing was changed.`,
      'If it was you, sign in. If you do not know the password, select “Forgot password?” there.',
    ],
    action: 'Sign in',
    ignore: 'If it was not you, ignore this e-mail.',
    why: ofAccount(of),
  }),
  changed: (of: Changed): Words => {
    const [subject, line] = CHANGES[of.what](of)
    const who = of.admin === null ? of.by && BY[of.by] : `${BY.admin}, ${of.admin}`
    return {
      subject,
      lines: [line],
      facts: known([
        ['What', of.name],
        ['Who', who],
        ['When', of.time],
        ['Browser', of.browser],
        ['Network address', of.address],
      ]),
      action: of.what === 'address' ? 'Sign in' : of.hasPasswords ? 'Set a new password' : 'Open my account',
      ignore: remedyOf(of),
      why:
        of.what === 'address'
          ? `You get this e-mail because ${of.email} is, or was, the address of an account in ${of.product}.`
          : ofAccount(of),
    }
  },
  alertOpened,
  alertTest: (of: Alerted): Words => {
    const words = alertOpened(of)
    return {
      ...words,
      subject: `Test: ${words.subject}`,
      lines: [
        'This is a test that you sent yourself. Nothing has happened. Of all the people that the rule notifies, only you get it.',
        'An alert would say:',
        ...words.lines,
      ],
      action: 'Open the rule',
      ignore: 'The details are made up. There is nothing to do.',
      why: `You get this e-mail because ${of.email} tested a rule of the space ${of.space} in ${of.product}.`,
    }
  },
  alertEnded: (of: Alerted): Words => ({
    subject: `${of.product} alert resolved in ${of.space}: ${of.rule} (${counted(of.counts)})`,
    lines: [
      of.isOfOldRule
        ? `The rule “${of.rule}” of the space ${of.space} in ${of.product} was changed, which resolved its alert. The condition may persist.`
        : `The alert of the rule “${of.rule}” of the space ${of.space} in ${of.product} is resolved.`,
    ],
    facts: [
      ['Since', of.since],
      ...(of.endedAt === null ? [] : [['Until', of.endedAt] satisfies [string, string]]),
      ...affectedFacts(of),
    ],
    action: 'Open the alert',
    ignore: of.isOfOldRule
      ? 'If it persists, the changed rule opens another alert.'
      : 'There is nothing to do.',
    why: whyAlerted(of),
  }),
  alertFlapping: ({ product, email, space, rule, names, times, since }: FlappingRule): Words => ({
    subject: `${product} alert in ${space}: ${rule} is flapping, ${times} times since ${since}`,
    lines: [
      `The rule “${rule}” of the space ${space} in ${product} opens and resolves an alert again and again: ${times} times since ${since}.`,
      'You get no more e-mails about it until it has been calm for an hour, unless an alert stays open for an hour.',
    ],
    facts: [['Affected', names.join(', ')]],
    action: 'Open the alert',
    ignore: 'A rule that resolves further from its limit, or waits longer, does not flap.',
    why: `You get this e-mail because a rule of the space ${space} in ${product} notifies ${email}.`,
  }),
  rolloutHeld: ({ product, email, space, rollout, kind, count, limit, stage, at }: HeldRollout): Words => {
    const devices = count === 1 ? '1 device' : `${count} devices`
    const what =
      kind === 'failed'
        ? `${devices} failed`
        : `${devices} ${count === 1 ? 'is' : 'are'} in trouble since the change`
    return {
      subject: `${product}: the roll-out ${rollout} in ${space} has paused itself`,
      lines: [
        `The roll-out “${rollout}” of the space ${space} in ${product} paused itself on ${at}: ${what} in stage ${stage}. Its gate allows ${limit}.`,
        'No further device gets its order until somebody resumes it. You can also stop it, or roll it back.',
      ],
      action: 'Open the roll-out',
      ignore: 'Devices that have their order already go on with it.',
      why: `You get this e-mail because ${email} started the roll-out.`,
    }
  },
  alertSummary: ({
    product,
    email,
    space,
    from,
    to,
    zone,
    opened,
    ended,
    rules,
    others,
    number,
  }: Summed): Words => {
    const counts = (of: { opened: number; ended: number }) =>
      [of.opened > 0 ? `${number(of.opened)} opened` : [], of.ended > 0 ? `${number(of.ended)} resolved` : []]
        .flat()
        .join(', ')
    return {
      subject:
        opened > 0
          ? `${product}: ${number(opened)} more alert${opened === 1 ? '' : 's'} in ${space}`
          : `${product}: more alerts resolved in ${space}`,
      lines: [
        `These alerts of the space ${space} in ${product} had no e-mail of their own: there were too many, or their rule keeps reopening. They are from ${from} to ${to} (${zone}).`,
      ],
      facts: [
        ...rules.map((rule): [string, string] => [rule.name, counts(rule)]),
        ...(others > 0
          ? [['And', `${number(others)} more rule${others === 1 ? '' : 's'}`] satisfies [string, string]]
          : []),
        ...(rules.length + others > 1
          ? [['Total', counts({ opened, ended })] satisfies [string, string]]
          : []),
      ],
      action: 'Open the alerts',
      ignore: 'A rule that resolves further from its limit, or waits longer, opens less often.',
      why: `You get this e-mail because rules of the space ${space} in ${product} notify ${email}.`,
    }
  },
  alertDigest: ({ product, email, spaces, zone, number, mayAcknowledge }: Digested): Words => {
    const counts = (['opened', 'over', 'still'] as const).flatMap((part) => {
      const total = totalOf(spaces, part)
      return total === 0 ? [] : `${number(total)} ${PARTS[part]}`
    })
    return {
      subject: `${product} alerts: ${counts.join(', ')}`,
      lines: [
        `Alerts of your spaces in ${product} since the last daily e-mail.`,
        `Times are in the time zone ${zone}.`,
      ],
      sections: spaces.flatMap(({ name, opened, over, still }) => [
        ...[digestPart(`${name}: opened`, opened)].flat(),
        ...[digestPart(`${name}: resolved`, over)].flat(),
        ...[digestPart(`${name}: ongoing`, still)].flat(),
      ]),
      action: spaces.length === 1 ? 'Open the alerts' : 'Open your spaces',
      ignore: mayAcknowledge
        ? 'If you take on an open alert, acknowledge it on its page, so that the others know.'
        : 'The page of an alert shows who it is assigned to.',
      why: `You get this e-mail because ${email} chose a daily e-mail in ${product}, under Profile → Notifications.`,
    }
  },
  expires: (time: string) => `The link works once, until ${time}.`,
  orOpen: 'If the button does not work, open this address:',
}

/** The texts of e-mails. */
export type MailTexts = typeof en
