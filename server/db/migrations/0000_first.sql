CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"system_role" text DEFAULT 'user' NOT NULL,
	"firstname" text,
	"lastname" text,
	"middlename" text,
	"company" text,
	"timezone" text,
	"picture" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_user_email_unique" UNIQUE("email"),
	CONSTRAINT "app_user_email_lower" CHECK ("app_user"."email" = lower("app_user"."email"))
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"jti" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"comment" text,
	"serial_number" text collate "C" NOT NULL,
	"external_id" text collate "C",
	"label" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"session_id" bigint DEFAULT 0 NOT NULL,
	"last_seen" timestamp (3) with time zone,
	"config_hash" text,
	"decoder_hash" text,
	"encoder_hash" text,
	"dashboard_type" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_credential" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"serial_number" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_credential_space_id_device_id_pk" PRIMARY KEY("space_id","device_id"),
	CONSTRAINT "device_credential_serial_number" UNIQUE("serial_number")
);
--> statement-breakpoint
CREATE TABLE "device_session" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"session_id" bigint NOT NULL,
	"up" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_session_space_id_device_id_session_id_pk" PRIMARY KEY("space_id","device_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "device_tag" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "device_tag_space_id_device_id_tag_id_pk" PRIMARY KEY("space_id","device_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "login_attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"empty_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"space_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"down_state" text,
	"down_attempt" integer,
	"down_state_at" timestamp (3) with time zone,
	"down_scheduled_at" timestamp (3) with time zone,
	"body" text,
	"raw" text,
	"codec_hash" text,
	CONSTRAINT "message_space_id_created_at_id_pk" PRIMARY KEY("space_id","created_at","id")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "server_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_token" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'team' NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_user" (
	"space_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"invited" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "space_user_space_id_user_id_pk" PRIMARY KEY("space_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"access_type" text DEFAULT 'write' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_credential" ADD CONSTRAINT "device_credential_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_session" ADD CONSTRAINT "device_session_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tag" ADD CONSTRAINT "device_tag_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tag" ADD CONSTRAINT "device_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space" ADD CONSTRAINT "space_owner_id_app_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_expires" ON "auth_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_by_name" ON "device" USING btree ("space_id","name","id");--> statement-breakpoint
CREATE INDEX "device_by_serial_number" ON "device" USING btree ("space_id","serial_number","id");--> statement-breakpoint
CREATE INDEX "device_by_external_id" ON "device" USING btree ("space_id",coalesce("external_id", ''),"id");--> statement-breakpoint
CREATE INDEX "device_by_last_seen" ON "device" USING btree ("space_id",coalesce("last_seen", '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "device_by_session_id" ON "device" USING btree ("space_id","session_id","id");--> statement-breakpoint
CREATE INDEX "device_tag_by_tag" ON "device_tag" USING btree ("space_id","tag_id","device_id");--> statement-breakpoint
CREATE INDEX "login_attempt_empty" ON "login_attempt" USING btree ("empty_at");--> statement-breakpoint
CREATE INDEX "message_of_device" ON "message" USING btree ("space_id","device_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_pending" ON "message" USING btree ("space_id","device_id","created_at") WHERE "message"."down_state" = 'pending';--> statement-breakpoint
CREATE INDEX "space_user_user" ON "space_user" USING btree ("user_id");