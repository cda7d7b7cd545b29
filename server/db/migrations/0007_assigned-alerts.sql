ALTER TABLE "alert" ADD COLUMN "assigned_to" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "assigned_id" uuid;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "is_assigned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_assigned" ON "alert" USING btree ("space_id","assigned_id","id") WHERE "alert"."assigned_id" is not null;