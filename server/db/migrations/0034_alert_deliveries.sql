CREATE TABLE "alert_delivery" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "alert_delivery_space_id_alert_id_event_connector_id_pk" PRIMARY KEY("space_id","alert_id","event","connector_id")
);
--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "message_created_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "message_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "alert" jsonb;--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;