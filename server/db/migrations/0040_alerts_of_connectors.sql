DROP INDEX "delivery_attempt_by_time";--> statement-breakpoint
DROP INDEX "alert_episode_open";--> statement-breakpoint
ALTER TABLE "alert_episode" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD COLUMN "connector_id" uuid;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_episode_of_connector" ON "alert_episode" USING btree ("space_id","connector_id","alert_id") WHERE "alert_episode"."connector_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_attempt_by_outcome" ON "delivery_attempt" USING btree ("space_id","connector_id","success","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_episode_open" ON "alert_episode" USING btree ("space_id","rule_id",coalesce("device_id", "connector_id"),"path") WHERE "alert_episode"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_subject" CHECK (num_nonnulls("alert_episode"."device_id", "alert_episode"."connector_id") = 1);