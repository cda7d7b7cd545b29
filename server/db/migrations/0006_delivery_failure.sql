ALTER TABLE "delivery_attempt" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "error_detail" text;