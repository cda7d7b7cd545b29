ALTER TABLE "delivery_attempt" ADD COLUMN "response_headers" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "connector_version" integer;