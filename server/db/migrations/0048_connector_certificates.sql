ALTER TABLE "connector" ADD COLUMN "client_certificate" jsonb;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "client_certificate_pem" text;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "client_key_pem" text;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "receiver_ca_pem" text;