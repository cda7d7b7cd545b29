ALTER TABLE "connector" ADD COLUMN "broker_url" text;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "broker_username" text;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "broker_password" text;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "broker_client_id" text;