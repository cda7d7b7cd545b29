CREATE TABLE "alert" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"condition" jsonb NOT NULL,
	"notify" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"grew_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" text,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alert_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_episode" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"path" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"worst" double precision,
	CONSTRAINT "alert_episode_space_id_alert_id_id_pk" PRIMARY KEY("space_id","alert_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"condition" jsonb NOT NULL,
	"scope" jsonb NOT NULL,
	"notify" jsonb NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alert_rule_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"space_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"path" text NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "alert_state_space_id_rule_id_device_id_path_pk" PRIMARY KEY("space_id","rule_id","device_id","path")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "alert_id" uuid;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_rule" FOREIGN KEY ("space_id","rule_id") REFERENCES "public"."alert_rule"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_of_rule" ON "alert" USING btree ("space_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "alert_open" ON "alert" USING btree ("space_id","id") WHERE "alert"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_episode_open" ON "alert_episode" USING btree ("space_id","rule_id","device_id","path") WHERE "alert_episode"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_episode_of_device" ON "alert_episode" USING btree ("space_id","device_id","alert_id");--> statement-breakpoint
CREATE INDEX "alert_state_of_device" ON "alert_state" USING btree ("space_id","device_id");