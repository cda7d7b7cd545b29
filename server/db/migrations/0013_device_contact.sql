CREATE TABLE "device_contact" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"session_id" bigint DEFAULT 0 NOT NULL,
	"last_seen" timestamp (3) with time zone,
	"expected_at" timestamp (3) with time zone,
	"late_at" timestamp (3) with time zone,
	"silent_at" timestamp (3) with time zone,
	"usual_interval" integer,
	"contact_at" timestamp (3) with time zone,
	"spans" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "device_contact_space_id_device_id_pk" PRIMARY KEY("space_id","device_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO "device_contact" ("space_id", "device_id", "session_id", "last_seen", "expected_at", "late_at", "silent_at", "usual_interval", "contact_at", "spans")
SELECT "space_id", "id", "session_id", "last_seen", "expected_at", "late_at", "silent_at", "usual_interval", "contact_at", "spans"
FROM "device" ORDER BY "space_id", "id";
--> statement-breakpoint
DROP INDEX "device_by_last_seen";--> statement-breakpoint
DROP INDEX "device_by_session_id";--> statement-breakpoint
ALTER TABLE "device_contact" ADD CONSTRAINT "device_contact_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_gone" ON "device" USING btree ("space_id","id") WHERE "device"."moved_at" is not null;--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "session_id";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "last_seen";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "contact_at";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "spans";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "usual_interval";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "expected_at";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "late_at";--> statement-breakpoint
ALTER TABLE "device" DROP COLUMN "silent_at";--> statement-breakpoint
ALTER TABLE "simulated_device" DROP COLUMN "last_seen";--> statement-breakpoint
ANALYZE "device_contact";
--> statement-breakpoint
-- The demo plays only the devices that it came with, whose hardware nobody has replaced. It made them all in the past, soon after
-- its people; an id begins with the milliseconds at which it was made.
DELETE FROM simulated_device s
WHERE ('x' || left(replace(s.device_id::text, '-', ''), 12))::bit(48)::bigint
	> (SELECT extract(epoch FROM min(created_at) + interval '1 day') * 1000 FROM app_user)
	OR EXISTS (SELECT FROM device_replacement r WHERE r.space_id = s.space_id AND r.device_id = s.device_id);
