CREATE TABLE "space_user_tag" (
	"space_id" uuid NOT NULL,
	"space_user_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "space_user_tag_space_id_space_user_id_tag_id_pk" PRIMARY KEY("space_id","space_user_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "device_note" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_note_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_file" (
	"space_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "note_file_space_id_note_id_id_pk" PRIMARY KEY("space_id","note_id","id")
);
--> statement-breakpoint
ALTER TABLE "device" drop column "searched";--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "searched" text GENERATED ALWAYS AS (regexp_replace(replace(lower(regexp_replace(normalize((e'\x1f ' || name || e' \x1f ' || serial_number || e' \x1f ' || coalesce(external_id, '') || e' \x1f \x1e ' || coalesce(comment, '') || e' \x1f ' || label::text || e' \x1f') collate "default", NFD), '[\u0300-\u036f]', '', 'g')), 'ς', 'σ'), '[\s!-/:-@[-`{-~]+', '  ', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD COLUMN "flaps" integer;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD COLUMN "flapping_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mute" ADD COLUMN "repeats" jsonb;--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "permissions" text[];--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "space_user_tag" ADD CONSTRAINT "space_user_tag_space_user" FOREIGN KEY ("space_id","space_user_id") REFERENCES "public"."space_user"("space_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user_tag" ADD CONSTRAINT "space_user_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_note" ADD CONSTRAINT "device_note_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_user_tag_by_tag" ON "space_user_tag" USING btree ("space_id","tag_id","space_user_id");--> statement-breakpoint
CREATE INDEX "device_note_of_device" ON "device_note" USING btree ("space_id","device_id","at","id");--> statement-breakpoint
CREATE INDEX "note_file_of_device" ON "note_file" USING btree ("space_id","device_id","note_id","id");--> statement-breakpoint
CREATE INDEX "alert_episode_of_subject" ON "alert_episode" USING btree ("space_id","rule_id",coalesce("device_id", "connector_id"),"path","opened_at");--> statement-breakpoint
CREATE INDEX "mute_repeating" ON "mute" USING btree ("ends_at") WHERE "mute"."repeats" is not null;--> statement-breakpoint
CREATE INDEX "device_by_searched" ON "device" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "note_file" ALTER COLUMN "content" SET STORAGE EXTERNAL;
