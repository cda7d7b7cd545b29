CREATE TABLE "message_event" (
	"space_id" uuid NOT NULL,
	"message_created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"message_connector_id" uuid,
	"function_return" text,
	"body" jsonb,
	CONSTRAINT "message_event_space_id_message_created_at_message_id_id_pk" PRIMARY KEY("space_id","message_created_at","message_id","id")
) PARTITION BY RANGE ("message_created_at");
--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_event_of_device" ON "message_event" USING btree ("space_id","device_id");--> statement-breakpoint
DO $$
DECLARE part record;
BEGIN
	FOR part IN
		SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) AS bounds
		FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'message'::regclass
	LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF message_event %s', replace(part.relname, 'message_', 'message_event_'), part.bounds);
	END LOOP;
END $$;