CREATE TABLE "firmware_job" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"firmware_id" text NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"reason" text,
	"firmware_bundle" text,
	"firmware_version" text,
	"firmware_name" text,
	"firmware_size" bigint,
	"bytes_downloaded" bigint,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"download_started_at" timestamp (3) with time zone,
	"swap_started_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "firmware_job_space_id_device_id_id_pk" PRIMARY KEY("space_id","device_id","id")
);
--> statement-breakpoint
ALTER TABLE "firmware_job" ADD CONSTRAINT "firmware_job_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;