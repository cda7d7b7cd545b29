ALTER TABLE "push_browser" DROP CONSTRAINT "push_browser_endpoint_unique";--> statement-breakpoint
ALTER TABLE "push_browser" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_browser" ADD COLUMN "code_hash" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "push_browser_endpoint" ON "push_browser" USING btree ("endpoint") WHERE "push_browser"."confirmed_at" is not null;--> statement-breakpoint
ALTER TABLE "push_browser" ADD CONSTRAINT "push_browser_code_hash_unique" UNIQUE("code_hash");--> statement-breakpoint
-- A message that a push service took was shown: its browser is who it says. The others are asked.
UPDATE "push_browser" SET "confirmed_at" = "sent_at" WHERE "sent_at" IS NOT NULL;--> statement-breakpoint
UPDATE "push_browser" SET "created_at" = now() WHERE "confirmed_at" IS NULL;--> statement-breakpoint
INSERT INTO "push" ("id", "browser_id", "alert_id", "event", "due_at", "created_at")
SELECT gen_random_uuid(), "id", "id", 'first', now(), now() FROM "push_browser" WHERE "confirmed_at" IS NULL;
