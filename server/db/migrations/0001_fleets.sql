CREATE TABLE "config_template" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"comment" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "config_template_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "config_template_tag" (
	"space_id" uuid NOT NULL,
	"config_template_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "config_template_tag_space_id_config_template_id_tag_id_pk" PRIMARY KEY("space_id","config_template_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "device_configuration" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"differences" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"order_id" uuid,
	"order_at" timestamp (3) with time zone,
	"is_new_hardware" boolean DEFAULT false NOT NULL,
	"form" text,
	"is_partial" boolean DEFAULT false NOT NULL,
	"wished_at" timestamp (3) with time zone,
	"wished_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"wished" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reported" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "device_configuration_space_id_device_id_pk" PRIMARY KEY("space_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "rollout" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"note" text,
	"orders" jsonb NOT NULL,
	"scope" jsonb NOT NULL,
	"stages" jsonb NOT NULL,
	"hours" jsonb,
	"at_once" integer,
	"watch" jsonb,
	"includes_silent" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"stage" smallint DEFAULT 0 NOT NULL,
	"progress" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"accepted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_out" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hold" jsonb,
	"waits_for" jsonb,
	"expected_end" timestamp (3) with time zone,
	"rollback_of" uuid,
	"rolled_back_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"started_by" text,
	"started_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"next_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rollout_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "rollout_device" (
	"space_id" uuid NOT NULL,
	"rollout_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"device_name" text NOT NULL,
	"stage" smallint,
	"state" text NOT NULL,
	"reason" text,
	"trouble" text,
	"before" jsonb,
	"message_id" uuid,
	"ordered_at" timestamp (3) with time zone,
	"reached_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "rollout_device_space_id_rollout_id_device_id_pk" PRIMARY KEY("space_id","rollout_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "trash" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_by" text,
	"kept_until" timestamp (3) with time zone NOT NULL,
	"batch" uuid,
	"entry_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trash_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
DROP INDEX "message_pending";--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "kept_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "is_parked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device_contact" ADD COLUMN "confirms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_awaits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_outcome" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "down_reason" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "config_template" ADD CONSTRAINT "config_template_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_template_tag" ADD CONSTRAINT "config_template_tag_config_template" FOREIGN KEY ("space_id","config_template_id") REFERENCES "public"."config_template"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_template_tag" ADD CONSTRAINT "config_template_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_configuration" ADD CONSTRAINT "device_configuration_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout" ADD CONSTRAINT "rollout_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_device" ADD CONSTRAINT "rollout_device_rollout" FOREIGN KEY ("space_id","rollout_id") REFERENCES "public"."rollout"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "config_template_tag_by_tag" ON "config_template_tag" USING btree ("space_id","tag_id","config_template_id");--> statement-breakpoint
CREATE INDEX "device_configuration_wished" ON "device_configuration" USING btree ("space_id","state","device_id") WHERE "device_configuration"."state" <> 'none';--> statement-breakpoint
CREATE INDEX "rollout_due" ON "rollout" USING btree ("next_at") WHERE "rollout"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "rollout_device_by_state" ON "rollout_device" USING btree ("space_id","rollout_id","state","stage","device_id");--> statement-breakpoint
CREATE INDEX "trash_by_entry" ON "trash" USING btree ("space_id","entry_id");--> statement-breakpoint
CREATE INDEX "trash_by_batch" ON "trash" USING btree ("space_id","batch","id") WHERE "trash"."batch" is not null;--> statement-breakpoint
CREATE INDEX "trash_due" ON "trash" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "deletion_due" ON "deletion" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "message_expiring" ON "message" USING btree ("expires_at","space_id") WHERE "message"."expires_at" is not null and ("message"."down_state" = 'pending' or "message"."down_awaits");--> statement-breakpoint
CREATE INDEX "message_pending" ON "message" USING btree ("space_id","device_id","created_at") WHERE ("message"."down_state" = 'pending' or "message"."down_awaits");