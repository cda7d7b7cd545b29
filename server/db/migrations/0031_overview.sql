CREATE TABLE "attention_snooze" (
	"space_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	CONSTRAINT "attention_snooze_space_id_kind_subject_id_pk" PRIMARY KEY("space_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "message_hour" (
	"space_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "message_hour_space_id_hour_type_pk" PRIMARY KEY("space_id","hour","type")
);
--> statement-breakpoint
ALTER TABLE "routine" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_hour_by_hour" ON "message_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "firmware_job_open" ON "firmware_job" USING btree ("space_id","id") WHERE "firmware_job"."state" in ('scheduled', 'downloading', 'swapping');--> statement-breakpoint
CREATE INDEX "firmware_job_failed" ON "firmware_job" USING btree ("space_id","updated_at") WHERE "firmware_job"."state" = 'failed';