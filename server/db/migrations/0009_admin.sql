CREATE TABLE "audit_entry" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"space_name" text,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"method" text,
	"provider" text,
	"address" text,
	"user_agent" text,
	"action" text NOT NULL,
	"target_id" text,
	"target_name" text,
	"before" jsonb,
	"after" jsonb,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"undoes" uuid,
	"undone_by" uuid,
	CONSTRAINT "audit_entry_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_replacement" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"old_serial_number" text NOT NULL,
	"new_serial_number" text NOT NULL,
	"by" text,
	CONSTRAINT "device_replacement_space_id_device_id_id_pk" PRIMARY KEY("space_id","device_id","id")
);
--> statement-breakpoint
CREATE TABLE "database_size" (
	"day" date PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "routine" (
	"name" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "server_copy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_sim" (
	"imsi" text PRIMARY KEY NOT NULL,
	"iccid" text NOT NULL,
	"state" text,
	"profile" text,
	"attr1" text,
	"attr2" text,
	"apn" text,
	"info" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"latency" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "simulated_sim_iccid_unique" UNIQUE("iccid")
);
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "moved_to" uuid;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "moved_from" uuid;--> statement-breakpoint
ALTER TABLE "device_replacement" ADD CONSTRAINT "device_replacement_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_by_id" ON "audit_entry" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_entry_by_action" ON "audit_entry" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entry_by_target" ON "audit_entry" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("next_attempt_at") WHERE "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_attempt_failed" ON "delivery_attempt" USING btree ("created_at") WHERE not "delivery_attempt"."success";--> statement-breakpoint
CREATE INDEX "message_by_time" ON "message" USING brin ("created_at");