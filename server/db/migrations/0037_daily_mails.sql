ALTER TABLE "alert" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_setting" ADD COLUMN "digest_hour" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_setting" ADD COLUMN "digest_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_setting" ADD COLUMN "digested_on" text;--> statement-breakpoint
CREATE INDEX "alert_told" ON "alert" USING btree ("space_id","told_at");