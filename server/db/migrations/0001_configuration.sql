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
ALTER TABLE "config_template" ADD CONSTRAINT "config_template_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_template_tag" ADD CONSTRAINT "config_template_tag_config_template" FOREIGN KEY ("space_id","config_template_id") REFERENCES "public"."config_template"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_template_tag" ADD CONSTRAINT "config_template_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_configuration" ADD CONSTRAINT "device_configuration_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "config_template_tag_by_tag" ON "config_template_tag" USING btree ("space_id","tag_id","config_template_id");--> statement-breakpoint
CREATE INDEX "device_configuration_wished" ON "device_configuration" USING btree ("space_id","state","device_id") WHERE "device_configuration"."state" <> 'none';