CREATE TABLE "connector_replay" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"ended_at" timestamp (3) with time zone,
	"after" timestamp (3) with time zone NOT NULL,
	"before" timestamp (3) with time zone NOT NULL,
	"direction" text NOT NULL,
	"device_ids" uuid[] NOT NULL,
	"tag_ids" uuid[] NOT NULL,
	"within_tag_ids" uuid[],
	"types" text[] NOT NULL,
	"failed_only" boolean NOT NULL,
	"rate" double precision,
	"total" integer,
	"sent" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone,
	"at_id" uuid,
	"is_walked" boolean DEFAULT false NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connector_replay_space_id_connector_id_id_pk" PRIMARY KEY("space_id","connector_id","id")
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "replay_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "repeats" uuid;--> statement-breakpoint
ALTER TABLE "connector_replay" ADD CONSTRAINT "connector_replay_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connector_replay_one" ON "connector_replay" USING btree ("space_id","connector_id") WHERE "connector_replay"."state" in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "connector_replay_running" ON "connector_replay" USING btree ("next_at") WHERE "connector_replay"."state" = 'running';--> statement-breakpoint
CREATE INDEX "delivery_of_message" ON "delivery" USING btree ("space_id","message_id") WHERE "delivery"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_of_replay" ON "delivery" USING btree ("space_id","connector_id","replay_id","state") WHERE "delivery"."replay_id" is not null and "delivery"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "delivery_replay_due" ON "delivery" USING btree ("due_at","id") WHERE "delivery"."replay_id" is not null and "delivery"."state" = 'pending';