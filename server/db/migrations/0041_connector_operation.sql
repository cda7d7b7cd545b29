CREATE TABLE "connector_operation" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"backlog" text,
	"status" integer,
	"error" text,
	"error_code" text,
	"error_detail" text,
	"failing" uuid[] DEFAULT '{}' NOT NULL,
	"probes" integer DEFAULT 0 NOT NULL,
	"probe_at" timestamp (3) with time zone,
	"open_to" integer,
	"next_send_at" timestamp (3) with time zone,
	"skip_before" timestamp (3) with time zone,
	"skip_total" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "connector_operation_space_id_connector_id_pk" PRIMARY KEY("space_id","connector_id")
);
--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "max_rate" double precision;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "max_parallel" integer;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "spared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "spared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "retry_after" integer;--> statement-breakpoint
ALTER TABLE "connector_operation" ADD CONSTRAINT "connector_operation_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_operation_paused" ON "connector_operation" USING btree ("until") WHERE "connector_operation"."state" = 'paused';--> statement-breakpoint
CREATE INDEX "connector_operation_skipping" ON "connector_operation" USING btree ("skip_before") WHERE "connector_operation"."skip_before" is not null;