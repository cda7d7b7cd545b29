CREATE TABLE "uplink_answer" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text NOT NULL,
	CONSTRAINT "uplink_answer_space_id_device_id_name_pk" PRIMARY KEY("space_id","device_id","name")
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "measured_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "uplink_answer_by_time" ON "uplink_answer" USING btree ("created_at");