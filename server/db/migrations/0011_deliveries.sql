DROP SCHEMA IF EXISTS "pgboss" CASCADE;
--> statement-breakpoint
ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_delivery";--> statement-breakpoint
ALTER TABLE "delivery_attempt" RENAME TO "delivery_attempt_before";--> statement-breakpoint
ALTER TABLE "delivery" RENAME TO "delivery_before";--> statement-breakpoint
CREATE TABLE "delivery" (LIKE "delivery_before" INCLUDING DEFAULTS, "due_at" timestamp (3) with time zone, "is_taken" boolean DEFAULT false NOT NULL) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "delivery_attempt" (LIKE "delivery_attempt_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("delivery_id");--> statement-breakpoint
DO $$
DECLARE
	-- The first month; the id of a delivery begins with its time.
	start timestamptz := (
		SELECT date_trunc('month', coalesce(min(to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)), now()), 'utc')
		FROM delivery_before
	);
	next timestamptz;
	first text;
	last text;
	part text;
BEGIN
	WHILE start <= now() + interval '1 month' LOOP
		next := (start AT TIME ZONE 'utc' + interval '1 month') AT TIME ZONE 'utc';
		first := lpad(to_hex((extract(epoch FROM start) * 1000)::bigint), 12, '0');
		last := lpad(to_hex((extract(epoch FROM next) * 1000)::bigint), 12, '0');
		FOREACH part IN ARRAY ARRAY['delivery', 'delivery_attempt'] LOOP
			EXECUTE format(
				'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
				part || to_char(start AT TIME ZONE 'utc', '_YYYY_MM'), part,
				left(first, 8) || '-' || right(first, 4) || '-7000-8000-000000000000',
				left(last, 8) || '-' || right(last, 4) || '-7000-8000-000000000000'
			);
		END LOOP;
		start := next;
	END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "delivery" SELECT *, CASE WHEN "state" = 'pending' THEN coalesce("next_attempt_at", now()) END FROM "delivery_before";--> statement-breakpoint
INSERT INTO "delivery_attempt" SELECT * FROM "delivery_attempt_before";--> statement-breakpoint
DROP TABLE "delivery_before", "delivery_attempt_before";--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_space_id_connector_id_id_pk" PRIMARY KEY ("space_id","connector_id","id");--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_space_id_connector_id_delivery_id_attempt_pk" PRIMARY KEY ("space_id","connector_id","delivery_id","attempt");--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_of_device" ON "delivery" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("space_id","connector_id","due_at","id") WHERE "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_taken" ON "delivery" USING btree ("space_id","connector_id","due_at") WHERE "delivery"."is_taken";--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "delivery" USING btree ("space_id","connector_id","id") WHERE "delivery"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "delivery_attempt_by_time" ON "delivery_attempt" USING btree ("space_id","connector_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_attempt_failed" ON "delivery_attempt" USING btree ("created_at") WHERE not "delivery_attempt"."success";
