import { CRUD_NAMES, type CrudName } from './index'

const OTHER_ACTIONS = [
  'account.register',
  'account.verify',
  'account.update',
  'account.delete',
  'profile.update',
  'password.forgot',
  'password.reset',
  'password.change',
  'session.create',
  'session.confirm',
  'session.delete',
  'session.deleteOthers',
  'identity.create',
  'identity.delete',
  'passkey.create',
  'passkey.update',
  'passkey.delete',
  'authenticator.create',
  'authenticator.delete',
  'recoveryCodes.renew',
  'settings.update',
  'routine.start',
  'mail.test',
  'space.create',
  'space.update',
  'space.delete',
  'user.invite',
  'user.accept',
  'user.update',
  'user.delete',
  'invitation.resend',
  'invitation.link',
  'invitation.refuse',
  'invitation.allow',
  'device.move',
  'device.replace',
  'device.bundle',
  'note.create',
  'note.attach',
  'note.delete',
  'configuration.update',
  'message.create',
  'message.cancel',
  'firmware.create',
  'firmware.cancel',
  'series.update',
  'alert.acknowledge',
  'alert.note',
  'alertRule.test',
  'connector.rotateSecret',
  'connector.endOverlap',
  'connector.pause',
  'connector.resume',
  'connector.pauseEnd',
  'connector.wait',
  'connector.recover',
  'connector.stop',
  'connector.test',
  'connector.replay',
  'connector.replayPause',
  'connector.replayResume',
  'connector.replayStop',
  'connector.setCertificate',
  'connector.deleteCertificate',
  'key.rotate',
  'attention.snooze',
  'attention.resume',
  'delivery.retry',
  'delivery.retryAll',
  'delivery.send',
  'rollout.start',
  'rollout.pause',
  'rollout.resume',
  'rollout.hold',
  'rollout.next',
  'rollout.stop',
  'rollout.rollback',
  'rollout.finish',
  'variable.lock',
  'variable.unlock',
  'trash.restore',
  'trash.empty',
  'guestLink.create',
  'guestLink.revoke',
  'sim.update',
  'sim.transfer',
] as const

/** An action in the audit log: a thing and what was done to it. Each resource of spaces is created, updated and deleted. */
export type AuditAction = (typeof OTHER_ACTIONS)[number] | `${CrudName}.${'create' | 'update' | 'delete'}`

export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...OTHER_ACTIONS,
  ...CRUD_NAMES.flatMap((name) => [`${name}.create`, `${name}.update`, `${name}.delete`] as const),
]

/** Changes that can be undone: the fields get their previous values back. */
export const UNDOABLE_CHANGES = [
  'device.update',
  'tag.update',
  'connector.update',
  'series.update',
  'configuration.update',
] as const satisfies AuditAction[]
export type UndoableChange = (typeof UNDOABLE_CHANGES)[number]

/** Deletions that can be undone: the record is restored from the trash. */
const UNDOABLE_DELETIONS = [
  'device.delete',
  'connector.delete',
  'alertRule.delete',
  'tag.delete',
  'variable.delete',
  'note.delete',
  'view.delete',
] as const satisfies AuditAction[]
export type UndoableDeletion = (typeof UNDOABLE_DELETIONS)[number]

/** Actions that can be undone. */
export const UNDOABLE = [...UNDOABLE_CHANGES, ...UNDOABLE_DELETIONS] as const
export type Undoable = (typeof UNDOABLE)[number]

/** Whether an action is a deletion that can be undone. */
export const isUndoableDeletion = (action: string): action is UndoableDeletion =>
  UNDOABLE_DELETIONS.some((undoable) => undoable === action)

/** Whether an action can be undone. */
export const isUndoable = (action: string): action is Undoable =>
  UNDOABLE.some((undoable) => undoable === action)
