ALTER TABLE "series_day" ADD COLUMN "first_at" integer;--> statement-breakpoint
ALTER TABLE "series_day" ADD COLUMN "min_at" integer;--> statement-breakpoint
ALTER TABLE "series_day" ADD COLUMN "max_at" integer;--> statement-breakpoint
ALTER TABLE "series_day" ADD COLUMN "last_at" integer;--> statement-breakpoint
ALTER TABLE "series_day" ADD COLUMN "heard_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "message_measured" ON "message" USING btree ("space_id","device_id","measured_at","created_at") WHERE "message"."measured_at" is not null;