CREATE TABLE "view" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"list" text NOT NULL,
	"filter" jsonb NOT NULL,
	"sort" text,
	"order" text,
	"columns" jsonb,
	"shared" boolean NOT NULL,
	"owner_id" uuid,
	"created_by" text NOT NULL,
	"evaluated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "view_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "view_device" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "view_device_space_id_device_id_view_id_pk" PRIMARY KEY("space_id","device_id","view_id")
);
--> statement-breakpoint
ALTER TABLE "view" ADD CONSTRAINT "view_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view" ADD CONSTRAINT "view_owner" FOREIGN KEY ("owner_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_device" ADD CONSTRAINT "view_device_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_device" ADD CONSTRAINT "view_device_view" FOREIGN KEY ("space_id","view_id") REFERENCES "public"."view"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_evaluated" ON "view" USING btree ("evaluated_at") WHERE "view"."evaluated_at" is not null;--> statement-breakpoint
CREATE INDEX "view_device_of_view" ON "view_device" USING btree ("space_id","view_id","device_id");--> statement-breakpoint
CREATE INDEX "alert_rule_of_view" ON "alert_rule" USING btree ("space_id") WHERE "alert_rule"."scope"->>'kind' = 'view';--> statement-breakpoint
CREATE INDEX "mute_of_view" ON "mute" USING btree ("space_id") WHERE "mute"."scope"->>'kind' = 'view';