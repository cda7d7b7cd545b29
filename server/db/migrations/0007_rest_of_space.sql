CREATE TABLE "access_key" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_key_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "access_key_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "access_key_tag" (
	"space_id" uuid NOT NULL,
	"access_key_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "access_key_tag_space_id_access_key_id_tag_id_pk" PRIMARY KEY("space_id","access_key_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "access_key_use" (
	"space_id" uuid NOT NULL,
	"access_key_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"permission" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "access_key_use_space_id_access_key_id_hour_permission_pk" PRIMARY KEY("space_id","access_key_id","hour","permission")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"space_id" uuid,
	"sender_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_link" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"space_id" uuid,
	"email" text NOT NULL,
	"is_mailed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variable" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid,
	"name" text collate "C" NOT NULL,
	"value" text NOT NULL,
	"environment" text NOT NULL,
	"comment" text,
	"locked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "variable_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_tag" ADD CONSTRAINT "access_key_tag_access_key" FOREIGN KEY ("space_id","access_key_id") REFERENCES "public"."access_key"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_tag" ADD CONSTRAINT "access_key_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_use" ADD CONSTRAINT "access_key_use_access_key" FOREIGN KEY ("space_id","access_key_id") REFERENCES "public"."access_key"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_sender_id_app_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable" ADD CONSTRAINT "variable_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable" ADD CONSTRAINT "variable_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_key_tag_by_tag" ON "access_key_tag" USING btree ("space_id","tag_id","access_key_id");--> statement-breakpoint
CREATE INDEX "access_key_use_hour" ON "access_key_use" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("due_at") WHERE "mail"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "mail_by_user" ON "mail" USING btree ("user_id","space_id");--> statement-breakpoint
CREATE INDEX "mail_link_by_user" ON "mail_link" USING btree ("user_id","space_id");--> statement-breakpoint
CREATE INDEX "mail_link_expires" ON "mail_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "variable_by_name" ON "variable" USING btree ("space_id","name","id");--> statement-breakpoint
CREATE INDEX "variable_by_device" ON "variable" USING btree ("space_id","device_id");