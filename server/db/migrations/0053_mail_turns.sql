DROP INDEX "mail_due";--> statement-breakpoint
DROP INDEX "push_due";--> statement-breakpoint
CREATE INDEX "mail_first" ON "mail" USING btree ("due_at","id") WHERE state = 'waiting' and not kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest');--> statement-breakpoint
CREATE INDEX "mail_turn" ON "mail" USING btree ((coalesce(space_id, user_id)),"due_at","id") WHERE state = 'waiting' and kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest');--> statement-breakpoint
CREATE INDEX "mail_turn_had" ON "mail" USING btree ((coalesce(space_id, user_id)),"started_at") WHERE started_at is not null and kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest');--> statement-breakpoint
CREATE INDEX "mail_sending" ON "mail" USING btree ("started_at") WHERE "mail"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "push_turn" ON "push" USING btree ("space_id","due_at","id");