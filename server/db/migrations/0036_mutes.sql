CREATE TABLE "mute" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" jsonb NOT NULL,
	"rule_ids" jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"is_past" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mute_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "mute_times" CHECK ("mute"."starts_at" <= "mute"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "alert_state" ADD COLUMN "withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mute" ADD CONSTRAINT "mute_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mute_by_end" ON "mute" USING btree ("space_id","ends_at");--> statement-breakpoint
CREATE INDEX "alert_state_withheld" ON "alert_state" USING btree ("space_id","device_id") WHERE "alert_state"."withheld_at" is not null;