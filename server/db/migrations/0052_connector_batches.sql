ALTER TABLE "connector" ADD COLUMN "batch_size" integer;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "batch_seconds" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "batch_results" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "told_by" uuid;--> statement-breakpoint
CREATE INDEX "connector_with_batches" ON "connector" USING btree ("space_id","id") WHERE "connector"."batch_size" > 1;--> statement-breakpoint
CREATE INDEX "delivery_of_batch" ON "delivery" USING btree ("space_id","connector_id","batch_id") WHERE "delivery"."state" = 'pending' and "delivery"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_attempt_of_batch" ON "delivery_attempt" USING btree ("space_id","connector_id","batch_id") WHERE "delivery_attempt"."batch_id" is not null;