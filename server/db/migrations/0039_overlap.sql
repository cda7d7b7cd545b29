ALTER TABLE "connector" ADD COLUMN "previous_secret" "bytea";--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "signed_twice_until" timestamp (3) with time zone;