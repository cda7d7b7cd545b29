DROP INDEX "mute_repeating";--> statement-breakpoint
ALTER TABLE "mute" ADD COLUMN "is_finished" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mute_repeating" ON "mute" USING btree ("ends_at","space_id","id") WHERE "mute"."repeats" is not null and not "mute"."is_finished";