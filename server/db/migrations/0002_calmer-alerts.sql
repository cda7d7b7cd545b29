ALTER TABLE "alert_episode" ADD COLUMN "flaps" integer;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD COLUMN "flapping_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mute" ADD COLUMN "repeats" jsonb;--> statement-breakpoint
CREATE INDEX "alert_episode_of_subject" ON "alert_episode" USING btree ("space_id","rule_id",coalesce("device_id", "connector_id"),"path","opened_at");--> statement-breakpoint
CREATE INDEX "mute_repeating" ON "mute" USING btree ("ends_at") WHERE "mute"."repeats" is not null;