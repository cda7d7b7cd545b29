DROP INDEX "message_pending";--> statement-breakpoint
ALTER TABLE "device_contact" ADD COLUMN "confirms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_awaits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_outcome" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_reason" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "message_expiring" ON "message" USING btree ("expires_at","space_id") WHERE "message"."expires_at" is not null and ("message"."down_state" = 'pending' or "message"."down_awaits");--> statement-breakpoint
CREATE INDEX "message_pending" ON "message" USING btree ("space_id","device_id","created_at") WHERE ("message"."down_state" = 'pending' or "message"."down_awaits");