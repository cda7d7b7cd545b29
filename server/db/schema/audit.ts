import { isNotNull, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type AuditAction, type AuditEntry, auditActorSchema } from '#contract/audit'
import { signInMethodSchema } from '#contract/sessions'
import { choice, createdAt } from './columns'

/**
 * Who changed what. Entries outlive the things they describe, so they refer to nothing. Their ids contain their times, so they are sorted
 * and deleted by id.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    /** `NO_SPACE` for what belongs to no space. */
    spaceId: uuid('space_id').notNull(),
    id: uuid().notNull(),
    createdAt: createdAt(),
    spaceName: text('space_name'),
    actorType: choice('actor_type', auditActorSchema).notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    method: choice('method', signInMethodSchema),
    provider: text(),
    address: text(),
    userAgent: text('user_agent'),
    action: text().$type<AuditAction>().notNull(),
    targetId: text('target_id'),
    targetName: text('target_name'),
    before: jsonb().$type<NonNullable<AuditEntry['before']>>(),
    after: jsonb().$type<NonNullable<AuditEntry['after']>>(),
    isUnknown: boolean('is_unknown').notNull().default(false),
    undoes: uuid(),
    undoneBy: uuid('undone_by'),
    /** See the contract. */
    batch: uuid(),
    /** Version of the target after the change; null for targets without one. It is never returned. */
    version: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('audit_entry_by_id').on(t.id),
    index('audit_entry_by_action').on(t.action, t.id),
    index('audit_entry_by_target').on(t.targetId, t.id),
    index('audit_entry_by_batch').on(t.spaceId, t.batch, t.actorId, t.action, t.id).where(isNotNull(t.batch)),
    index('audit_entry_by_name').using(
      'gin',
      sql`lower(${t.actorName}) gin_trgm_ops`,
      sql`lower(${t.targetName}) gin_trgm_ops`,
    ),
  ],
)
