CREATE TABLE "deletion" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid,
	"connector_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deletion_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_connector";
--> statement-breakpoint
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_device";
--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_device";
--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_device";
